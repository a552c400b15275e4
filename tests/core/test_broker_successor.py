"""The daemon dies, and a successor goes on with the open questions that the keeper holds."""

import pytest

from sayso.core import events as e
from sayso.core.dialog_scheduler import DAEMONS
from sayso.core.events import LogEvent
from sayso.core.outcome import Approved, NotShown, Pending, TimedOut, Withdrawn
from sayso.core.prompt import INHERITED, State
from sayso.core.prompt_status import PromptStatus
from support.core_driver import DEPLOY, RESTART, WIPE, Chain, Driver
from support.core_scenes import SCENES


class TestEachState:
    def test_has_a_scene_here(self) -> None:
        assert set(SCENES) == set(INHERITED) == set(State) - {State.FORGOTTEN}

    @pytest.mark.parametrize("state", SCENES)
    def test_comes_back_as_its_table_says(
        self, state: State, driver: Driver, command: Chain
    ) -> None:
        driver.ask(command)
        SCENES[state](driver)
        before = driver.prompts[0]
        assert before.state is state
        after = next(iter(driver.successor().prompts))
        assert after.state is INHERITED[state]
        assert after.request == before.request
        assert after.opened_by == before.opened_by
        assert (after.outcome, after.owner) == (before.outcome, before.owner)


class TestOpenQuestions:
    def test_come_back_in_their_order(self, driver: Driver, command: Chain) -> None:
        for question in (DEPLOY, RESTART, WIPE):
            driver.ask(command, question)
        driver.paint()
        driver.later()
        before = driver.places
        driver.restart()
        assert driver.places == before == {RESTART.message: 1, WIPE.message: 2, DEPLOY.message: 3}
        assert driver.show.question == RESTART

    def test_a_shown_one_says_what_its_asker_calls_itself(
        self, driver: Driver, command: Chain
    ) -> None:
        driver.ask(command, says_it_is="gemini-cli 1")
        driver.paint()
        driver.restart()
        assert driver.show.says_it_is == "gemini-cli 1"

    def test_a_shown_one_has_the_time_that_was_left(self, driver: Driver, command: Chain) -> None:
        driver.ask(command)
        driver.paint()
        driver.advance(40)
        driver.restart()
        assert driver.on_screen == driver.show.run
        assert driver.show.standing == PromptStatus(80, 1, 1, 60)
        driver.paint()
        driver.advance(79.9)
        assert driver.states() == [State.SHOWN]
        driver.advance(0.1)
        assert driver.take(driver.ask(command)) == TimedOut("deadline")

    def test_time_passes_while_no_daemon_lives(self, driver: Driver, command: Chain) -> None:
        driver.ask(command)
        driver.paint()
        driver.now += 120
        driver.restart()
        assert not driver.on_screen
        assert driver.take(driver.ask(command)) == TimedOut("deadline")

    def test_one_that_was_held_is_held_no_longer_than_before(
        self, driver: Driver, command: Chain
    ) -> None:
        driver.ask(command, timeout=600)
        driver.paint()
        driver.advance(580)
        driver.restart()
        driver.paint()
        driver.advance(10)
        driver.scroll()
        driver.advance(10)
        assert driver.states() == [State.DECIDED]

    def test_reading_that_held_it_still_does(self, driver: Driver, command: Chain) -> None:
        driver.ask(command, timeout=20)
        driver.paint()
        driver.advance(10)
        driver.scroll()
        driver.restart()
        assert driver.show.standing.seconds == 30

    def test_a_launch_goes_on_within_its_budget(self, driver: Driver, command: Chain) -> None:
        driver.ask(command, render_timeout=10)
        driver.advance(9)
        driver.restart()
        assert driver.on_screen
        driver.advance(1)
        call = driver.ask(command, render_timeout=10, max_retries=0, ticket="ticket-1")
        assert call.outcome == NotShown(True, "attempt 1 of 4: nothing was painted within 10 s")

    def test_a_launch_that_hung_meanwhile_is_not_held_against_it(
        self, driver: Driver, command: Chain
    ) -> None:
        driver.ask(command)
        driver.now += 20
        driver.restart()
        assert driver.prompts[0].launches_failed == 0
        assert driver.on_screen

    def test_the_end_of_a_daemon_is_no_crash_of_its_dialog(
        self, driver: Driver, command: Chain
    ) -> None:
        driver.ask(command, max_retries=0, wait=0)
        for _ in range(5):
            driver.paint()
            driver.advance(1)
            driver.restart()
            assert driver.show.standing.seconds < 120
        driver.paint()
        driver.click()
        assert driver.take(driver.ask(command)) == Approved()

    def test_crashes_are_remembered(self, driver: Driver, command: Chain) -> None:
        driver.ask(command, max_retries=1)
        driver.paint()
        driver.die()
        driver.advance(1)
        driver.restart()
        driver.paint()
        driver.die()
        assert driver.states() == [State.UNSEEN]

    def test_a_relaunch_waits_for_its_time(self, driver: Driver, command: Chain) -> None:
        driver.ask(command)
        driver.paint()
        driver.die()
        driver.restart()
        assert len(driver.shows) == 1
        driver.advance(0.2)
        assert len(driver.shows) == 2

    def test_one_that_was_put_off_returns_at_its_time(self, driver: Driver, command: Chain) -> None:
        driver.ask(command)
        driver.paint()
        driver.advance(30)
        driver.later()
        driver.advance(20)
        driver.restart()
        assert driver.states() == [State.PUT_OFF]
        driver.advance(39.9)
        assert len(driver.shows) == 1
        driver.advance(0.1)
        assert len(driver.shows) == 2
        assert driver.show.standing.seconds == 90

    def test_one_that_was_put_off_ends_at_its_limit(self, driver: Driver, command: Chain) -> None:
        driver.ask(command, timeout=600)
        driver.paint()
        driver.later()
        driver.restart()
        driver.advance(60)
        driver.paint()
        driver.restart()
        driver.paint()
        driver.advance(540)
        assert driver.take(driver.ask(command)) == TimedOut("queue")

    def test_one_that_waited_for_its_turn_ends_at_its_limit(
        self, driver: Driver, command: Chain
    ) -> None:
        driver.ask(command, timeout=600)
        driver.advance(5)
        driver.paint()
        driver.ask(command, RESTART)
        driver.advance(300)
        driver.restart()
        driver.paint()
        driver.advance(299)
        assert driver.states()[1] is State.QUEUED
        driver.advance(1)
        assert driver.states()[1] is State.DECIDED

    def test_further_attempts_are_counted_on(self, driver: Driver, command: Chain) -> None:
        driver.ask(command, max_retries=1)
        driver.advance(30)
        driver.ask(command, max_retries=1)
        driver.restart()
        driver.advance(30)
        assert isinstance(driver.ask(command).outcome, NotShown)
        assert not driver.on_screen

    def test_the_same_asker_is_known_in_its_next_command(
        self, driver: Driver, agent: Chain
    ) -> None:
        first = driver.command(agent)
        driver.ask(first, wait=0)
        driver.end_command(first)
        driver.now += 1
        second = driver.command(agent)
        driver.ask(second, wait=0)
        driver.restart()
        driver.end_command(second)
        driver.now += 1
        driver.ask(driver.command(agent))
        assert len(driver.prompts) == 1

    def test_its_lineage_is_shown_as_it_was(self, driver: Driver, command: Chain) -> None:
        driver.ask(command)
        shown = driver.show
        driver.restart()
        assert (driver.show.question, driver.show.lineage) == (shown.question, shown.lineage)

    def test_the_exit_of_its_owner_ends_it(
        self, driver: Driver, tab: Chain, command: Chain
    ) -> None:
        driver.ask(command)
        driver.restart()
        assert driver.broker.owners == {tab[0].process}
        driver.send(e.OwnerExited(tab[0].process))
        driver.restart()
        assert driver.collect(command, "ticket-1").outcome == Withdrawn("owner_exited")

    def test_a_call_that_waited_attaches_again(self, driver: Driver, command: Chain) -> None:
        cut_off = driver.ask(command)
        driver.paint()
        driver.restart()
        again = driver.ask(command)
        driver.paint()
        driver.click()
        assert cut_off.final is None
        assert driver.take(again) == Approved()

    def test_an_old_dialog_says_nothing_to_a_new_daemon(
        self, driver: Driver, command: Chain
    ) -> None:
        driver.ask(command)
        driver.ask(command, RESTART)
        driver.paint()
        driver.click()
        old = driver.show.run
        assert old == 2
        driver.paint()
        driver.restart()
        driver.click(run=old)
        assert driver.states() == [State.DECIDED, State.SHOWING]

    def test_their_limits_hold(self, driver: Driver, command: Chain) -> None:
        for number in range(8):
            driver.ask(command, scope=str(number))
        driver.restart()
        assert driver.ask(command, scope="one more").outcome.status == "refused"

    def test_numbers_go_on(self, driver: Driver, command: Chain) -> None:
        driver.ask(command)
        driver.ask(command, RESTART)
        driver.withdraw("ticket-2")
        driver.advance(700)
        assert driver.prompts == []
        driver.restart()
        driver.ask(command)
        assert [prompt.number for prompt in driver.prompts] == [3]


def test_a_successor_of_nobody_starts_afresh(driver: Driver, command: Chain) -> None:
    driver.kept = {}
    driver.restart()
    call = driver.ask(command, wait=0)
    assert call.outcome == Pending("ticket-1")


class TestOneThatMayEndItsDaemons:
    """Each time it is shown, the daemon dies."""

    def shown_by(self, driver: Driver, daemons: int) -> None:
        for _ in range(daemons):
            driver.paint()
            driver.restart()

    def test_is_given_up_at_last(self, driver: Driver, command: Chain) -> None:
        driver.ask(command, timeout=600)
        driver.ask(command, RESTART)
        self.shown_by(driver, DAEMONS - 1)
        assert driver.show.question == DEPLOY
        self.shown_by(driver, 1)
        assert driver.logged(LogEvent.NOT_SHOWN) == [1]
        assert driver.show.question == RESTART

    def test_is_not_brought_back_by_who_waited(self, driver: Driver, command: Chain) -> None:
        """It repeats its request at once."""
        driver.ask(command)
        self.shown_by(driver, DAEMONS)
        given_up = NotShown(False, f"attempt 1 of 4: {DAEMONS} daemons ended while it was shown")
        assert driver.ask(command).outcome == given_up
        assert driver.collect(command, "ticket-1").outcome == given_up
        assert not driver.on_screen

    def test_is_not_one_that_was_waiting_for_its_turn(self, driver: Driver, command: Chain) -> None:
        driver.ask(command)
        driver.ask(command, RESTART)
        self.shown_by(driver, DAEMONS)
        driver.paint()
        driver.restart()
        assert driver.show.question == RESTART
