"""All of an asker's questions in one scope are withdrawn, as a session of it ends."""

import pytest

from sayso.core import events as e
from sayso.core.events import LogEvent
from sayso.core.lineage import Lineage
from sayso.core.outcome import Approved, Withdrawn
from sayso.core.prompt import State
from sayso.errors import NotAcknowledged, NotOpen
from support.core_driver import DEPLOY, RESTART, UNLOCK, WIPE, Chain, Driver


@pytest.fixture
def left(driver: Driver, agent: Chain, command: Chain) -> Chain:
    """A later command of the agent; the earlier one asked in a session, did not wait, and ended."""
    driver.ask(command, DEPLOY, scope="run", wait=0)
    driver.paint()
    driver.ask(command, UNLOCK, scope="run", wait=0)
    driver.end_command(command)
    driver.advance(1)
    return driver.command(agent)


def test_all_of_them_go(driver: Driver, left: Chain) -> None:
    withdraw = driver.withdraw_scope(left, "run")
    assert withdraw.final == e.WithdrewScope(withdraw.number, (1, 2))
    assert driver.places == {}
    assert not driver.on_screen
    assert driver.logged(LogEvent.WITHDRAWN) == [1, 2]


def test_whoever_waits_hears_so(driver: Driver, command: Chain) -> None:
    call = driver.ask(command, scope="run")
    driver.withdraw_scope(command, "run")
    assert call.outcome == Withdrawn("requester")


def test_one_that_was_put_off_goes_as_well(driver: Driver, left: Chain) -> None:
    driver.later()
    withdraw = driver.withdraw_scope(left, "run")
    assert withdraw.final == e.WithdrewScope(withdraw.number, (1, 2))


class TestOthersStay:
    def open_after(self, driver: Driver, by: Chain, scope: str = "run") -> list[str]:
        assert isinstance(driver.withdraw_scope(by, scope).error, NotOpen)
        return list(driver.places)

    def test_of_another_scope(self, driver: Driver, left: Chain) -> None:
        driver.ask(left, WIPE, scope="another")
        driver.ask(left, RESTART)
        driver.withdraw_scope(left, "run")
        assert list(driver.places) == [WIPE.message, RESTART.message]

    def test_of_another_asker(self, driver: Driver, left: Chain, tab: Chain) -> None:
        assert self.open_after(driver, driver.command(driver.spawn(tab, "agent")))

    def test_of_a_command_that_lives(self, driver: Driver, agent: Chain, command: Chain) -> None:
        driver.ask(command, scope="run")
        driver.advance(1)
        assert self.open_after(driver, driver.command(agent))

    def test_of_another_directory(self, driver: Driver, agent: Chain, left: Chain) -> None:
        assert self.open_after(driver, driver.command(agent, cwd="/elsewhere"))

    def test_that_are_bound_to_their_calls(self, driver: Driver, command: Chain) -> None:
        driver.ask(command, scope="run", bound=True)
        assert self.open_after(driver, command)

    def test_that_are_answered(self, driver: Driver, command: Chain) -> None:
        driver.ask(command, DEPLOY, scope="run", wait=0)
        driver.paint()
        driver.click()
        assert self.open_after(driver, command) == []
        assert driver.take(driver.ask(command, DEPLOY, scope="run")) == Approved()


class TestIsTold:
    def test_when_the_dialog_has_gone(self, driver: Driver, left: Chain) -> None:
        driver.lingers = True
        withdraw = driver.withdraw_scope(left, "run")
        assert withdraw.final is None
        driver.die()
        assert withdraw.final == e.WithdrewScope(withdraw.number, (1, 2))

    def test_at_once_where_the_dialog_is_another_question_s(
        self, driver: Driver, command: Chain
    ) -> None:
        driver.lingers = True
        driver.ask(command)
        driver.ask(command, WIPE, scope="run")
        withdraw = driver.withdraw_scope(command, "run")
        assert withdraw.final == e.WithdrewScope(withdraw.number, (2,))

    def test_with_what_a_dialog_ended_by_force_did_not_say(
        self, driver: Driver, left: Chain
    ) -> None:
        driver.lingers = True
        withdraw = driver.withdraw_scope(left, "run")
        driver.die(unacknowledged="did not say closed within 1.5 s")
        assert isinstance(withdraw.error, NotAcknowledged)
        assert "questions 1, 2 are withdrawn all the same" in withdraw.error.message
        assert driver.states() == [State.ENDED, State.ENDED]


def test_none_open_is_an_error_that_names_the_scope(driver: Driver, command: Chain) -> None:
    error = driver.withdraw_scope(command, "run").error
    assert isinstance(error, NotOpen)
    assert error.field == "scope"


def test_whose_exit_matters_is_known_of_this_scope_alone(driver: Driver, left: Chain) -> None:
    (earlier, _) = driver.prompts
    assert driver.broker.kin_in_scope("another", Lineage(left)) == frozenset()
    assert driver.broker.kin_in_scope("run", Lineage(left)) == {*earlier.latest.processes[:2]}
