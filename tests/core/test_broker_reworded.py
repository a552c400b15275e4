"""A question that was cancelled, and is asked again in other words."""

import pytest

from sayso.core.events import LogEvent
from sayso.core.outcome import Approved, Refused, Superseded
from sayso.core.settings import Settings
from support.core_driver import DEPLOY, NAME, RESTART, UNLOCK, WIPE, Chain, Driver


@pytest.fixture
def server(driver: Driver, agent: Chain) -> Chain:
    """It asks for the agent, and lives on from one question to the next."""
    return driver.spawn(agent, "server")


@pytest.fixture
def cancelled(driver: Driver, server: Chain) -> Chain:
    """The server, whose call was cancelled; the question is on the screen."""
    call = driver.ask(server, DEPLOY, rewords=True)
    driver.paint()
    driver.hang_up(call)
    return server


class TestTakesThePlace:
    def test_on_the_screen(self, driver: Driver, cancelled: Chain) -> None:
        driver.ask(cancelled, RESTART, scope="another")
        driver.ask(cancelled, WIPE, rewords=True)
        assert driver.closed == [1]
        assert driver.show.question == WIPE
        assert driver.places == {WIPE.message: 1, RESTART.message: 2}

    def test_in_the_queue(self, driver: Driver, command: Chain, server: Chain) -> None:
        driver.ask(command)
        driver.hang_up(driver.ask(server, DEPLOY, rewords=True))
        driver.ask(command, WIPE)
        driver.ask(server, RESTART, rewords=True)
        queue = [(p.fingerprint, driver.broker.place(p)) for p in driver.prompts]
        places = [(DEPLOY, 1), (DEPLOY, None), (WIPE, 3), (RESTART, 2)]
        assert queue == [(question.fingerprint, place) for question, place in places]

    def test_and_whoever_has_its_ticket_hears_so(
        self, driver: Driver, server: Chain, command: Chain
    ) -> None:
        driver.ask(server, DEPLOY, wait=0)
        driver.hang_up(driver.ask(server, DEPLOY))
        driver.ask(server, WIPE, rewords=True)
        assert driver.collect(command, "ticket-1").outcome == Superseded("reworded")
        assert driver.logged(LogEvent.SUPERSEDED) == [1]

    def test_of_another_kind(self, driver: Driver, cancelled: Chain) -> None:
        driver.ask(cancelled, NAME, rewords=True)
        assert list(driver.places.values()) == [1]

    def test_of_one_of_those_that_were_cancelled(self, driver: Driver, cancelled: Chain) -> None:
        driver.hang_up(driver.ask(cancelled, RESTART))
        driver.ask(cancelled, WIPE, rewords=True)
        assert driver.places == {WIPE.message: 1, RESTART.message: 2}

    def test_of_a_check_that_was_cancelled(self, driver: Driver, server: Chain) -> None:
        driver.ask(server, DEPLOY, wait=0)
        driver.hang_up(driver.collect(server, "ticket-1"))
        driver.ask(server, WIPE, rewords=True)
        assert driver.places == {WIPE.message: 1}

    def test_though_as_many_are_open_as_may_be(self) -> None:
        driver = Driver(Settings(prompts_per_origin=1))
        server = driver.spawn(driver.tab(), "server")
        driver.hang_up(driver.ask(server, DEPLOY))
        assert driver.ask(server, WIPE, rewords=True).final is None


class TestQueuesBehind:
    def places(self, driver: Driver) -> None:
        assert driver.places == {DEPLOY.message: 1, WIPE.message: 2}

    def test_one_that_does_not_say_so(self, driver: Driver, cancelled: Chain) -> None:
        driver.ask(cancelled, WIPE)
        self.places(driver)

    def test_one_that_is_pending(self, driver: Driver, server: Chain) -> None:
        driver.hang_up(driver.ask(server, DEPLOY, wait=0))
        driver.ask(server, WIPE, rewords=True)
        self.places(driver)

    def test_one_that_a_call_waits_for(self, driver: Driver, server: Chain) -> None:
        waiting = driver.ask(server, DEPLOY)
        driver.ask(server, WIPE, rewords=True)
        self.places(driver)
        assert waiting.final is None

    def test_one_that_was_asked_again_since(self, driver: Driver, cancelled: Chain) -> None:
        again = driver.ask(cancelled, DEPLOY, rewords=True)
        driver.ask(cancelled, WIPE, rewords=True)
        self.places(driver)
        assert again.final is None

    def test_one_that_is_pending_since_it_was_asked_again(
        self, driver: Driver, cancelled: Chain
    ) -> None:
        driver.ask(cancelled, DEPLOY, wait=0)
        driver.ask(cancelled, WIPE, rewords=True)
        self.places(driver)

    def test_of_another_process(self, driver: Driver, cancelled: Chain, agent: Chain) -> None:
        driver.advance(1)
        driver.ask(driver.spawn(agent, "server"), WIPE, rewords=True)
        driver.end(cancelled)
        driver.ask(driver.spawn(agent, "server"), RESTART, rewords=True)
        assert driver.places[DEPLOY.message] == 1

    def test_one_whose_ticket_another_process_has_collected_by(
        self, driver: Driver, server: Chain, command: Chain
    ) -> None:
        driver.ask(server, DEPLOY, wait=0)
        driver.hang_up(driver.collect(command, "ticket-1"))
        driver.ask(server, WIPE, rewords=True)
        self.places(driver)

    def test_of_another_scope(self, driver: Driver, cancelled: Chain) -> None:
        driver.ask(cancelled, WIPE, scope="another", rewords=True)
        self.places(driver)

    @pytest.mark.parametrize("slots", [("", "status"), ("status", "")])
    def test_of_another_slot(self, driver: Driver, server: Chain, slots: tuple[str, str]) -> None:
        driver.hang_up(driver.ask(server, DEPLOY, slot=slots[0]))
        driver.ask(server, WIPE, slot=slots[1], rewords=True)
        self.places(driver)

    def test_after_a_daemon_that_does_not_know_of_it(
        self, driver: Driver, cancelled: Chain
    ) -> None:
        driver.restart()
        driver.ask(cancelled, WIPE, rewords=True)
        self.places(driver)


class TestNeverLost:
    def test_is_an_answer(self, driver: Driver, cancelled: Chain) -> None:
        driver.click()
        driver.ask(cancelled, WIPE, rewords=True)
        assert driver.take(driver.ask(cancelled, DEPLOY, rewords=True)) == Approved()

    def test_is_a_question_for_a_secret(self, driver: Driver, server: Chain) -> None:
        driver.hang_up(driver.ask(server, UNLOCK))
        driver.ask(server, WIPE, rewords=True)
        assert driver.places[UNLOCK.message] == 1

    def test_is_a_question_to_one_for_a_secret(self, driver: Driver, cancelled: Chain) -> None:
        driver.ask(cancelled, UNLOCK, rewords=True)
        assert driver.places[DEPLOY.message] == 1

    def test_is_one_to_another_that_is_refused(self, driver: Driver, cancelled: Chain) -> None:
        driver.do_not_disturb(60)
        assert isinstance(driver.ask(cancelled, WIPE, rewords=True).outcome, Refused)
        assert driver.places == {DEPLOY.message: 1}


def test_one_in_its_slot_hears_of_the_slot(driver: Driver, server: Chain, command: Chain) -> None:
    driver.ask(server, DEPLOY, slot="status", wait=0)
    driver.hang_up(driver.ask(server, DEPLOY, slot="status"))
    driver.ask(server, WIPE, slot="status", rewords=True)
    assert driver.collect(command, "ticket-1").outcome == Superseded("slot")


def test_a_bound_question_is_over_with_its_call(driver: Driver, server: Chain) -> None:
    driver.hang_up(driver.ask(server, DEPLOY, bound=True))
    driver.ask(server, WIPE, rewords=True)
    assert driver.logged(LogEvent.WITHDRAWN) == [1]
    assert driver.logged(LogEvent.SUPERSEDED) == []
