"""The machine sleeps for a day: the clock leaps, no timer has run, and nothing stale comes out.

Whoever speaks first afterwards speaks before any tick: a caller, the person, or a successor that
starts only then.
"""

from typing import Protocol

import pytest

from sayso.core import events as e
from sayso.core.events import LogEvent
from sayso.core.outcome import (
    Approved,
    Denied,
    NotShown,
    Outcome,
    Pending,
    Refused,
    TimedOut,
)
from sayso.core.prompt import State
from sayso.core.questions import Choice
from sayso.core.settings import Settings
from sayso.errors import Expired, UnknownClaim
from support.core_driver import DEPLOY, RESTART, UNLOCK, Chain, Driver, Final
from support.core_scenes import SCENES

DAY = 86_400.0

LATE = TimedOut("deadline")
UNSEEN = NotShown(True, "attempt 1 of 4: nothing was painted within 30 s")

BY_TICKET: dict[State, Outcome | type[Expired]] = {
    State.QUEUED: TimedOut("queue"),
    State.SHOWING: UNSEEN,
    State.COVERED: TimedOut("queue"),
    State.SHOWN: LATE,
    State.PUT_OFF: TimedOut("queue"),
    State.RELAUNCHING: UNSEEN,
    State.DECIDED: Expired,
    State.UNSEEN: Expired,
    State.ENDED: Expired,
    State.SPENT: Expired,
}
"""What its ticket tells a day later."""


def sleep(driver: Driver, seconds: float = DAY) -> None:
    driver.now += seconds


def sleep_without_a_daemon(driver: Driver, seconds: float = DAY) -> None:
    """It is killed as the machine goes to sleep."""
    driver.now += seconds
    driver.restart()


class Leap(Protocol):
    def __call__(self, driver: Driver, seconds: float = DAY) -> None: ...


leaps = pytest.mark.parametrize("leap", [sleep, sleep_without_a_daemon])
states = pytest.mark.parametrize("state", SCENES)


def heard(driver: Driver, call: Final | None) -> object:
    """The outcome, committed where it was offered, or the type of the error."""
    match call:
        case e.Offer(number):
            return driver.take(driver.calls[number])
        case e.Reply(_, outcome):
            return outcome
        case e.Fail(_, error):
            return type(error)
    return None


class TestEachState:
    @leaps
    @states
    def test_tells_its_ticket_nothing_stale(
        self, state: State, leap: Leap, driver: Driver, command: Chain
    ) -> None:
        driver.ask(command)
        SCENES[state](driver)
        assert driver.prompts[0].state is state
        leap(driver)
        assert heard(driver, driver.collect(command, "ticket-1").final) == BY_TICKET[state]

    @leaps
    @states
    def test_answers_no_repeated_request_with_an_approval(
        self, state: State, leap: Leap, driver: Driver, command: Chain
    ) -> None:
        """What was answered or is over is asked anew; what timed out says so once."""
        driver.ask(command)
        SCENES[state](driver)
        leap(driver)
        told = heard(driver, driver.ask(command, wait=0).final)
        timed_out = BY_TICKET[state] if isinstance(BY_TICKET[state], TimedOut) else None
        assert told == timed_out or isinstance(told, Pending)

    @states
    def test_records_no_click_that_comes_before_any_timer(
        self, state: State, driver: Driver, command: Chain
    ) -> None:
        driver.ask(command)
        SCENES[state](driver)
        driver.lingers = True
        sleep(driver)
        before = len(driver.records)
        for run in {show.run for show in driver.shows}:
            driver.click(run=run)
        assert len(driver.records) == before


class TestWhatWasAnswered:
    @leaps
    def test_is_not_claimed_though_it_was_offered(
        self, leap: Leap, driver: Driver, command: Chain
    ) -> None:
        offered = driver.ask(command)
        driver.paint()
        driver.click()
        assert offered.offer
        leap(driver)
        assert isinstance(driver.claim(offered).error, UnknownClaim)
        assert driver.logged(LogEvent.FORGOTTEN) == [1]

    @leaps
    def test_is_not_repeated_to_who_claimed_it(
        self, leap: Leap, driver: Driver, command: Chain
    ) -> None:
        offered = driver.ask(command)
        driver.paint()
        driver.click()
        assert driver.take(offered) == Approved()
        leap(driver)
        assert isinstance(driver.claim(offered).error, UnknownClaim)

    @leaps
    def test_is_there_for_what_is_left_of_its_time_after_a_nap(
        self, leap: Leap, driver: Driver, command: Chain
    ) -> None:
        driver.ask(command, wait=0)
        driver.paint()
        driver.click(Choice.DENY)
        leap(driver, 59.0)
        assert driver.take(driver.collect(command, "ticket-1")) == Denied()


class TestPassword:
    def test_typed_is_wiped_by_whatever_happens_first(self, driver: Driver, command: Chain) -> None:
        driver.ask(command, UNLOCK, wait=0)
        driver.paint()
        secret = driver.submit("hunter2")
        sleep(driver)
        driver.send(e.Tick())
        assert len(secret) == 0
        assert isinstance(driver.collect(command, "ticket-1").error, Expired)

    def test_submitted_afterwards_is_not_recorded(self, driver: Driver, command: Chain) -> None:
        call = driver.ask(command, UNLOCK)
        driver.paint()
        driver.lingers = True
        sleep(driver)
        secret = driver.submit("hunter2")
        assert len(secret) == 0
        assert driver.recorded == []
        assert driver.take(call) == LATE

    @leaps
    def test_is_asked_for_anew(self, leap: Leap, driver: Driver, command: Chain) -> None:
        driver.ask(command, UNLOCK, wait=0)
        driver.paint()
        driver.submit("hunter2")
        leap(driver)
        assert isinstance(driver.ask(command, UNLOCK, wait=0).outcome, Pending)


class TestThePersonIsLate:
    def test_reading_revives_no_question(self, driver: Driver, command: Chain) -> None:
        call = driver.ask(command)
        driver.paint()
        sleep(driver)
        driver.scroll()
        assert driver.take(call) == LATE

    def test_putting_off_revives_none(self, driver: Driver, command: Chain) -> None:
        call = driver.ask(command)
        driver.paint()
        sleep(driver)
        driver.later()
        assert driver.take(call) == LATE

    def test_a_dialog_that_paints_then_is_not_shown(self, driver: Driver, command: Chain) -> None:
        call = driver.ask(command, wait=600)
        driver.lingers = True
        sleep(driver)
        driver.paint()
        assert call.outcome == UNSEEN
        driver.click()
        assert driver.recorded == []


class TestShortSleep:
    """A deadline is neither lengthened nor cut by one."""

    @leaps
    def test_counts_for_a_question_on_the_screen(
        self, leap: Leap, driver: Driver, command: Chain
    ) -> None:
        driver.ask(command, wait=0)
        driver.paint()
        leap(driver, 100.0)
        if leap is sleep_without_a_daemon:
            assert driver.show.standing.seconds == 20
            driver.paint()
        driver.advance(19.9)
        assert driver.states() == [State.SHOWN]
        driver.advance(0.1)
        assert driver.states() == [State.DECIDED]

    @leaps
    def test_does_not_count_for_one_that_was_put_off(
        self, leap: Leap, driver: Driver, command: Chain
    ) -> None:
        """Its time stands still; it is back by then."""
        driver.ask(command, wait=0)
        driver.paint()
        driver.advance(30)
        driver.later()
        leap(driver, 300.0)
        driver.send(e.Tick())
        assert len(driver.shows) == 2
        assert driver.show.standing.seconds == 90


class TestQuietPeriod:
    @pytest.fixture
    def quiet(self, command: Chain, driver: Driver) -> Chain:
        """Who has been denied the same three times."""
        for _ in range(driver.settings.denials):
            driver.ask(command)
            driver.paint()
            driver.click(Choice.DENY)
            driver.take(driver.calls[max(driver.calls)])
        return command

    @leaps
    def test_is_over(self, leap: Leap, driver: Driver, quiet: Chain) -> None:
        assert driver.ask(quiet).outcome == Refused("quiet_period", retry_after=600)
        leap(driver)
        assert isinstance(driver.ask(quiet, wait=0).outcome, Pending)

    @leaps
    def test_goes_on_after_a_nap(self, leap: Leap, driver: Driver, quiet: Chain) -> None:
        leap(driver, 400.0)
        assert driver.ask(quiet).outcome == Refused("quiet_period", retry_after=200)

    @leaps
    def test_does_not_begin_with_denials_of_two_days(
        self, leap: Leap, driver: Driver, command: Chain
    ) -> None:
        for number in range(driver.settings.denials):
            driver.ask(command)
            driver.paint()
            driver.click(Choice.DENY)
            driver.take(driver.calls[max(driver.calls)])
            if not number:
                leap(driver)
        assert isinstance(driver.ask(command, wait=0).outcome, Pending)


@leaps
def test_the_log_says_what_became_of_each(leap: Leap, driver: Driver, command: Chain) -> None:
    """Whoever comes first afterwards."""
    driver.ask(command, wait=0)
    driver.paint()
    driver.ask(command, RESTART, wait=0)
    leap(driver)
    driver.send(e.Tick())
    assert driver.logged(LogEvent.TIMED_OUT) == [1, 2]
    driver.advance(60)
    assert driver.logged(LogEvent.FORGOTTEN) == [1, 2]
    assert driver.prompts == []


@leaps
def test_a_call_that_waited_hears_first_of_all(leap: Leap, command: Chain) -> None:
    """Its wait is over as well as the question."""
    driver = Driver(Settings(timeout=600))
    call = driver.ask(command, DEPLOY, wait=30)
    driver.paint()
    driver.now += 40
    driver.send(e.Tick())
    assert call.outcome == Pending("ticket-1")
