"""Later: the person puts a question off; it comes back."""

import pytest

from sayso.core import events as e
from sayso.core.events import LogEvent
from sayso.core.outcome import (
    Approved,
    NoInteractor,
    Outcome,
    Pending,
    Superseded,
    TimedOut,
    Withdrawn,
)
from sayso.core.prompt import State
from sayso.core.questions import Choice
from sayso.core.settings import Settings
from support.core_driver import DEPLOY, RESTART, WIPE, Call, Chain, Driver


@pytest.fixture
def put_off(driver: Driver, command: Chain) -> Call:
    """A call whose question, of 120 seconds, was put off when 90 were left."""
    call = driver.ask(command, wait=600)
    driver.paint()
    driver.advance(30)
    driver.later()
    return call


class TestHiding:
    def test_closes_the_dialog_and_keeps_the_question(self, driver: Driver, put_off: Call) -> None:
        assert driver.closed == [1]
        assert not driver.on_screen
        assert put_off.final is None
        assert driver.states() == [State.PUT_OFF]

    def test_is_told_to_the_caller(self, put_off: Call) -> None:
        beat = put_off.progress[-1]
        assert (beat.state, beat.place, beat.of, beat.seconds_left) == ("put_off", 1, 1, None)

    def test_a_click_that_comes_after_it_does_not_count(
        self, driver: Driver, put_off: Call
    ) -> None:
        driver.click(run=1)
        assert driver.recorded == []
        assert put_off.final is None

    def test_is_for_painted_questions_alone(self, driver: Driver, command: Chain) -> None:
        driver.ask(command)
        driver.later()
        assert driver.on_screen == 1
        assert driver.states() == [State.SHOWING]

    def test_by_a_dialog_that_has_gone_changes_nothing(
        self, driver: Driver, command: Chain
    ) -> None:
        driver.ask(command)
        driver.paint()
        driver.die()
        driver.advance(0.2)
        driver.paint()
        driver.later(run=1)
        assert driver.states() == [State.SHOWN]

    def test_after_the_deadline_it_has_ended_though_no_timer_ran(
        self, driver: Driver, command: Chain
    ) -> None:
        call = driver.ask(command, timeout=20)
        driver.paint()
        driver.now += 20
        driver.later()
        assert driver.take(call) == TimedOut("deadline")


class TestReturn:
    def test_comes_after_sixty_seconds_with_a_new_dialog(
        self, driver: Driver, put_off: Call
    ) -> None:
        driver.advance(59.9)
        assert len(driver.shows) == 1
        driver.advance(0.1)
        assert driver.on_screen == 2
        assert driver.show.number == 1

    def test_the_remaining_time_stood_still(self, driver: Driver, put_off: Call) -> None:
        driver.advance(60)
        assert driver.show.standing.seconds == 90
        driver.advance(5)
        driver.paint()
        assert put_off.progress[-1].seconds_left == 90
        driver.advance(89.9)
        assert driver.on_screen
        driver.advance(0.1)
        assert driver.take(put_off) == TimedOut("deadline")

    def test_is_answered_as_any(self, driver: Driver, put_off: Call) -> None:
        driver.advance(60)
        driver.paint()
        driver.click()
        assert driver.take(put_off) == Approved()

    def test_its_click_counts_once_it_is_painted_again(self, driver: Driver, put_off: Call) -> None:
        driver.advance(60)
        driver.click()
        assert driver.recorded == []

    def test_waits_for_the_dialog_before_to_go(self, driver: Driver, command: Chain) -> None:
        driver.lingers = True
        driver.ask(command)
        driver.paint()
        driver.later()
        driver.advance(60)
        assert len(driver.shows) == 1
        driver.die()
        assert driver.on_screen == 2

    def test_may_be_put_off_again(self, driver: Driver, put_off: Call) -> None:
        driver.advance(60)
        driver.paint()
        driver.advance(10)
        driver.later()
        driver.advance(60)
        assert driver.show.standing.seconds == 80

    def test_has_a_render_budget_of_its_own(self, driver: Driver, put_off: Call) -> None:
        driver.advance(60 + 29.9)
        assert put_off.final is None
        driver.advance(0.1)
        assert put_off.outcome.status == "not_shown"

    def test_is_no_crash_of_the_dialog(self, driver: Driver, command: Chain) -> None:
        call = driver.ask(command, max_retries=0, wait=600)
        for _ in range(2):
            driver.paint()
            driver.later()
            driver.advance(60)
        assert call.final is None

    def test_after_a_long_wait_for_its_first_turn(self, driver: Driver, command: Chain) -> None:
        """Its first wait in the queue is over; it counts no more when it comes back."""
        driver.ask(command, timeout=590)
        driver.paint()
        call = driver.ask(command, RESTART, wait=600)
        driver.advance(590)
        driver.paint()
        driver.later()
        driver.advance(60)
        assert driver.on_screen
        assert driver.show.question == RESTART
        assert call.outcome == Pending("ticket-2")

    def test_is_logged_as_shown_once(self, driver: Driver, put_off: Call) -> None:
        driver.advance(60)
        driver.paint()
        assert driver.logged(LogEvent.SHOWN) == [1]


class TestLimit:
    """600 seconds after it was first put off it ends."""

    def test_while_it_is_hidden(self, driver: Driver, command: Chain) -> None:
        call = driver.ask(command, wait=600)
        driver.paint()
        driver.later()
        for _ in range(9):
            driver.advance(60.5)
            driver.paint()
            driver.advance(5)
            driver.later()
        driver.advance(600 - 9 * 65.5 - 0.1)
        assert driver.states() == [State.PUT_OFF]
        driver.advance(0.1)
        assert driver.take(call) == TimedOut("queue")
        assert driver.logged(LogEvent.TIMED_OUT) == [1]

    def test_on_the_screen(self, driver: Driver, command: Chain) -> None:
        driver.ask(command, timeout=600)
        driver.paint()
        driver.later()
        driver.advance(60)
        driver.paint()
        driver.advance(539.9)
        assert driver.on_screen
        driver.advance(0.1)
        assert driver.closed == [1, 2]
        assert driver.take(driver.ask(command)) == TimedOut("queue")

    def test_queued_behind_another(self, driver: Driver, command: Chain) -> None:
        driver.ask(command)
        driver.paint()
        driver.later()
        driver.ask(command, RESTART, timeout=600, scope="other")
        driver.advance(1)
        driver.paint()
        driver.advance(598.9)
        assert driver.states() == [State.QUEUED, State.SHOWN]
        driver.advance(0.05)
        retry = driver.ask(command)
        driver.advance(0.05)
        assert driver.take(retry) == TimedOut("queue")
        assert driver.states() == [State.SPENT, State.SHOWN]

    def test_while_its_dialog_starts(self, driver: Driver, command: Chain) -> None:
        call = self.until_just_before(driver, command)
        driver.advance(4.9)
        assert driver.states() == [State.SHOWING]
        driver.advance(0.1)
        assert driver.closed[-1] == driver.show.run
        assert driver.take(call) == TimedOut("queue")

    def test_while_its_dialog_is_replaced(self, driver: Driver, command: Chain) -> None:
        call = self.until_just_before(driver, command)
        driver.advance(4.9)
        driver.die()
        driver.advance(0.1)
        assert driver.take(call) == TimedOut("queue")
        driver.advance(1)
        assert not driver.on_screen

    def test_before_the_render_budget_when_no_timer_ran(
        self, driver: Driver, command: Chain
    ) -> None:
        call = self.until_just_before(driver, command)
        driver.now += 40
        driver.paint()
        assert driver.take(call) == TimedOut("queue")

    def until_just_before(self, driver: Driver, command: Chain) -> Call:
        """Put off again and again; its last dialog starts five seconds before the limit."""
        call = driver.ask(command, timeout=600, wait=600)
        driver.paint()
        driver.later()
        for seconds in (*[0] * 7, 55):
            driver.advance(60)
            driver.paint()
            driver.advance(seconds)
            driver.later()
        driver.advance(60)
        return call

    def test_after_a_sleep_of_the_machine(self, driver: Driver, put_off: Call) -> None:
        driver.now += 8 * 3600
        driver.send(e.Tick())
        assert driver.take(put_off) == TimedOut("queue")
        assert not driver.on_screen

    def test_a_deadline_that_passes_before_is_the_reason(
        self, driver: Driver, put_off: Call
    ) -> None:
        driver.advance(60)
        driver.paint()
        driver.advance(90)
        assert driver.take(put_off) == TimedOut("deadline")

    def test_a_click_at_it_does_not_count_though_no_timer_ran(
        self, driver: Driver, command: Chain
    ) -> None:
        call = driver.ask(command, timeout=600, wait=600)
        driver.paint()
        driver.later()
        driver.advance(60)
        driver.paint()
        driver.lingers = True
        driver.now += 540
        driver.click()
        assert driver.recorded == []
        assert driver.take(call) == TimedOut("queue")


class TestAShortLimit:
    """What is put off comes back with its time, whatever the person has set."""

    @pytest.mark.parametrize("queue_limit", [300, 310, 600])
    @pytest.mark.parametrize("put_off", [60, 240, 300])
    def test_it_comes_back(
        self, driver: Driver, command: Chain, put_off: float, queue_limit: float
    ) -> None:
        call = self.later(driver, command, Settings(put_off=put_off, queue_limit=queue_limit))
        driver.advance(put_off)
        assert driver.on_screen
        assert driver.show.standing.seconds == 90
        driver.paint()
        driver.advance(89)
        driver.click(Choice.APPROVE)
        assert driver.take(call) == Approved()

    def test_it_has_time_to_paint(self, driver: Driver, command: Chain) -> None:
        call = self.later(driver, command, Settings(put_off=300, queue_limit=300))
        driver.advance(300 + 29)
        driver.paint()
        driver.advance(90)
        assert driver.take(call) == TimedOut("deadline")

    def test_a_long_one_has_ten_minutes_in_all(self, driver: Driver, command: Chain) -> None:
        self.later(driver, command, Settings(put_off=300, queue_limit=300), timeout=600)
        driver.advance(300)
        driver.paint()
        driver.advance(299)
        assert driver.on_screen
        driver.advance(1)
        assert driver.take(driver.ask(command, timeout=600)) == TimedOut("queue")

    def test_the_next_time_it_may_end(self, driver: Driver, command: Chain) -> None:
        call = self.later(driver, command, Settings(put_off=300, queue_limit=300))
        driver.advance(300)
        driver.paint()
        driver.later()
        driver.advance(30 + 90)
        assert driver.take(call) == TimedOut("queue")

    def later(self, driver: Driver, command: Chain, chosen: Settings, timeout: float = 120) -> Call:
        driver.send(e.Configured(chosen))
        call = driver.ask(command, wait=600, timeout=timeout)
        driver.paint()
        driver.advance(30)
        driver.later()
        return call


class TestRetries:
    def test_attach_to_it(self, driver: Driver, agent: Chain, command: Chain) -> None:
        older = driver.ask(command, wait=600)
        driver.paint()
        driver.later()
        driver.end_command(command)
        driver.advance(1)
        retry = driver.ask(driver.command(agent), wait=600)
        assert older.outcome == Superseded("newer_call")
        assert retry.progress[-1].state == "put_off"
        assert len(driver.shows) == 1
        driver.advance(59)
        driver.paint()
        driver.click(Choice.APPROVE)
        assert driver.take(retry) == Approved()

    def test_attach_by_ticket(self, driver: Driver, command: Chain) -> None:
        driver.ask(command, wait=0)
        driver.paint()
        driver.later()
        waiting = driver.collect(command, "ticket-1", wait=600)
        driver.advance(60)
        driver.paint()
        driver.click()
        assert driver.take(waiting) == Approved()

    def test_do_not_bring_it_back_early(
        self, driver: Driver, command: Chain, put_off: Call
    ) -> None:
        driver.ask(command)
        driver.advance(59)
        assert not driver.on_screen


class TestEnds:
    def test_by_its_owner(self, driver: Driver, agent: Chain, put_off: Call) -> None:
        driver.send(e.OwnerExited(agent[-1].process))
        self.ended(driver, put_off, Withdrawn("owner_exited"))

    def test_by_withdrawal(self, driver: Driver, put_off: Call) -> None:
        driver.withdraw("ticket-1")
        self.ended(driver, put_off, Withdrawn("requester"))

    def test_without_a_screen(self, driver: Driver, put_off: Call) -> None:
        driver.send(e.ScreenChanged("no display"))
        self.ended(driver, put_off, NoInteractor("no display"))

    def test_by_a_newer_prompt_of_its_slot(self, driver: Driver, command: Chain) -> None:
        call = driver.ask(command, slot="status", wait=600)
        driver.paint()
        driver.later()
        driver.ask(command, RESTART, slot="status", wait=600)
        assert driver.show.question == RESTART
        assert driver.places == {RESTART.message: 1}
        driver.advance(1)
        self.ended(driver, call, Superseded("slot"), shows=2)

    def ended(self, driver: Driver, call: Call, outcome: Outcome, shows: int = 1) -> None:
        """It does not come back."""
        assert call.outcome == outcome
        driver.lingers = True
        driver.paint()
        driver.advance(61)
        assert len(driver.shows) == shows


class TestTheOthers:
    def test_have_their_turn_meanwhile(self, driver: Driver, command: Chain) -> None:
        driver.ask(command, DEPLOY, wait=600)
        driver.ask(command, RESTART, wait=600)
        driver.ask(command, WIPE, wait=600)
        driver.paint()
        driver.later()
        assert driver.show.question == RESTART
        assert driver.places == {RESTART.message: 1, WIPE.message: 2, DEPLOY.message: 3}
        for _ in range(2):
            driver.paint()
            driver.click()
        driver.advance(60)
        assert [show.question for show in driver.shows] == [DEPLOY, RESTART, WIPE, DEPLOY]

    def test_keep_the_screen_when_it_returns(self, driver: Driver, command: Chain) -> None:
        driver.ask(command, DEPLOY)
        driver.ask(command, RESTART)
        driver.paint()
        driver.later()
        driver.paint()
        driver.advance(60)
        assert driver.show.question == RESTART
        assert driver.places == {RESTART.message: 1, DEPLOY.message: 2}
        driver.click()
        assert driver.show.question == DEPLOY

    def test_that_come_meanwhile_are_before_it(self, driver: Driver, command: Chain) -> None:
        driver.ask(command, DEPLOY)
        driver.paint()
        driver.later()
        newer = driver.ask(command, RESTART)
        assert driver.show.question == RESTART
        assert (newer.progress[-1].place, newer.progress[-1].of) == (1, 2)
        driver.ask(command, WIPE)
        assert driver.places == {RESTART.message: 1, WIPE.message: 2, DEPLOY.message: 3}

    def test_that_come_after_its_return_are_behind_it(self, driver: Driver, command: Chain) -> None:
        driver.ask(command, DEPLOY, wait=600)
        driver.paint()
        driver.later()
        driver.ask(command, RESTART, timeout=600, wait=600)
        driver.paint()
        driver.advance(60)
        driver.ask(command, WIPE, wait=600)
        assert driver.places == {RESTART.message: 1, DEPLOY.message: 2, WIPE.message: 3}

    def test_next_attempts_are_before_it(self, driver: Driver, command: Chain) -> None:
        driver.ask(command, DEPLOY, wait=600)
        driver.advance(30)
        driver.ask(command, RESTART, wait=600)
        driver.paint()
        driver.later()
        driver.ask(command, DEPLOY)
        assert driver.show.question == DEPLOY
        assert driver.places == {DEPLOY.message: 1, RESTART.message: 2}

    def test_return_in_the_order_in_which_they_were_put_off(
        self, driver: Driver, command: Chain
    ) -> None:
        driver.ask(command, DEPLOY, wait=600)
        driver.ask(command, RESTART, wait=600)
        for _ in range(2):
            driver.paint()
            driver.advance(1)
            driver.later()
        driver.now += 300
        driver.send(e.Tick())
        assert driver.show.question == DEPLOY
        assert driver.places == {DEPLOY.message: 1, RESTART.message: 2}

    def test_in_a_slot_take_no_place_of_a_hidden_one(self, driver: Driver, command: Chain) -> None:
        driver.ask(command, RESTART, wait=600)
        driver.ask(command, DEPLOY, slot="status", wait=600)
        driver.paint()
        driver.later()
        driver.paint()
        driver.later()
        driver.ask(command, WIPE, slot="status", wait=600)
        assert driver.show.question == WIPE
        assert driver.places == {WIPE.message: 1, RESTART.message: 2}


def test_a_hidden_question_is_open_for_the_limits(command: Chain) -> None:
    driver = Driver(Settings(prompts_per_origin=1))
    driver.ask(command)
    driver.paint()
    driver.later()
    assert driver.ask(command, RESTART).outcome.status == "refused"
