"""Settings that change while the daemon runs: for the next question, not for what is open."""

from typing import Any

import pytest

from sayso.core import events as e
from sayso.core import settings as s
from sayso.core.outcome import Approved, Pending, Refused, TimedOut
from sayso.core.questions import Choice
from sayso.core.settings import CONFIGURABLE, NAMES, Settings, is_whole
from sayso.values import fields
from support.core_driver import RESTART, WIPE, Chain, Driver

STRICT = Settings(
    wait=5,
    timeout=20,
    timeout_destructive=10,
    retention=7,
    render_timeout=10,
    max_retries=0,
    hold=60,
    put_off=120,
    queue_limit=300,
    arming=3,
)


def configure(driver: Driver, **changed: Any) -> None:
    driver.send(e.Configured(Settings(**changed)))


class TestTheNextQuestion:
    @pytest.fixture
    def driver(self) -> Driver:
        made = Driver()
        made.send(e.Configured(STRICT))
        return made

    def test_has_the_clocks(self, driver: Driver, command: Chain) -> None:
        call = driver.ask(command)
        assert driver.show.arming == 3
        assert driver.show.standing.seconds == 20
        driver.paint()
        driver.advance(5)
        assert call.outcome == Pending("ticket-1")
        assert driver.updates[-1].standing.kept_for == 7

    @pytest.mark.parametrize("may", [False, True])
    def test_lets_assistive_technology_approve_where_that_is_set(
        self, driver: Driver, command: Chain, may: bool
    ) -> None:
        configure(driver, accessibility_approval=may)
        driver.ask(command)
        assert driver.show.accessibility_approval is may

    def test_has_the_deadline_of_its_severity(self, driver: Driver, command: Chain) -> None:
        driver.ask(command, WIPE)
        assert driver.show.standing.seconds == 10

    def test_has_the_screens_budget_and_attempts(self, driver: Driver, command: Chain) -> None:
        call = driver.ask(command, wait=60)
        driver.advance(10)
        assert call.outcome.status == "not_shown"
        assert driver.ask(command, wait=60).outcome == call.outcome

    def test_is_held_by_reading_for_so_long(self, driver: Driver, command: Chain) -> None:
        call = driver.ask(command, wait=600)
        driver.paint()
        driver.scroll()
        driver.advance(59.9)
        assert call.final is None
        driver.advance(0.1)
        assert driver.take(call) == TimedOut("deadline")

    def test_comes_back_after_so_long(self, driver: Driver, command: Chain) -> None:
        driver.ask(command, wait=600)
        driver.paint()
        driver.later()
        driver.advance(119.9)
        assert len(driver.shows) == 1
        driver.advance(0.1)
        assert len(driver.shows) == 2

    def test_waits_for_its_turn_for_so_long(self, driver: Driver, command: Chain) -> None:
        driver.ask(command, timeout=600)
        driver.paint()
        queued = driver.ask(command, RESTART, wait=600)
        driver.advance(300)
        assert driver.take(queued) == TimedOut("queue")

    def test_callers_are_told_the_wait(self, driver: Driver) -> None:
        assert driver.broker.default_wait == 5

    def test_what_a_request_says_itself_holds(self, driver: Driver, command: Chain) -> None:
        driver.ask(command, timeout=33)
        assert driver.show.standing.seconds == 33


class TestWhatIsOpen:
    def test_keeps_its_clocks(self, driver: Driver, command: Chain) -> None:
        call = driver.ask(command, wait=600)
        driver.paint()
        driver.send(e.Configured(STRICT))
        driver.advance(119.9)
        assert call.final is None
        driver.advance(0.1)
        assert driver.take(call) == TimedOut("deadline")

    def test_keeps_those_that_run_later(self, driver: Driver, command: Chain) -> None:
        """The way back from *Later*, and what reading holds."""
        call = driver.ask(command, wait=600, timeout=5)
        driver.paint()
        configure(driver, put_off=10, hold=300, queue_limit=300)
        driver.scroll()
        driver.later()
        driver.advance(59.9)
        assert len(driver.shows) == 1
        driver.advance(0.1)
        driver.paint()
        driver.advance(30)
        assert driver.take(call) == TimedOut("deadline")

    def test_keeps_its_time_in_the_queue(self, driver: Driver, command: Chain) -> None:
        driver.ask(command, timeout=600)
        driver.paint()
        queued = driver.ask(command, RESTART, wait=600)
        configure(driver, queue_limit=300)
        driver.advance(599)
        assert queued.final is None

    def test_is_ended_by_no_limit(self, driver: Driver, command: Chain) -> None:
        first = driver.ask(command)
        second = driver.ask(command, RESTART)
        driver.paint()
        configure(driver, prompts_per_origin=1, prompts=1)
        assert len(driver.prompts) == 2
        assert driver.ask(command, WIPE).outcome == Refused("origin_limit")
        driver.click()
        assert driver.take(first) == Approved()
        driver.paint()
        driver.click()
        assert driver.take(second) == Approved()

    def test_is_answered_by_a_click_all_the_same(self, driver: Driver, command: Chain) -> None:
        call = driver.ask(command)
        driver.paint()
        driver.send(e.Configured(STRICT))
        driver.click()
        assert driver.take(call) == Approved()


class TestDenials:
    def test_fewer_of_them_start_a_quiet_period(self, driver: Driver, command: Chain) -> None:
        configure(driver, denials=1, quiet_period=900)
        driver.ask(command)
        driver.paint()
        driver.click(Choice.DENY)
        driver.advance(60)
        refused = driver.ask(command).outcome
        assert refused == Refused("quiet_period", retry_after=840)


class TestASuccessor:
    def test_goes_on_with_what_was_in_force(self, driver: Driver, command: Chain) -> None:
        driver.send(e.Configured(STRICT))
        driver.restart()
        driver.ask(command)
        assert driver.show.standing.seconds == 20
        assert driver.show.arming == 3

    def test_and_with_the_clocks_of_what_is_open(self, driver: Driver, command: Chain) -> None:
        driver.send(e.Configured(STRICT))
        driver.ask(command, RESTART)
        driver.paint()
        configure(driver)
        driver.restart()
        driver.paint()
        driver.later()
        driver.advance(119.9)
        assert len(driver.shows) == 2
        driver.advance(0.1)
        assert len(driver.shows) == 3


class TestBounds:
    def test_every_default_is_within_them(self) -> None:
        for name, bounds in CONFIGURABLE.items():
            assert bounds.low <= getattr(Settings(), name) <= bounds.high

    def test_everything_has_an_end(self) -> None:
        assert max(bounds.high for bounds in CONFIGURABLE.values()) <= 86400

    def test_what_programs_were_promised_is_nobodys_to_change(self) -> None:
        fixed = fields(Settings()).keys() - set(NAMES)
        assert fixed == {"offer", "claim_memory", "relaunch_delays", "remembered", "kept"}

    @pytest.mark.parametrize(
        ("name", "is_weaker"),
        [
            ("arming", lambda bounds: bounds.low < 1),
            ("heartbeat", lambda bounds: bounds.high > 15),
            ("denials", lambda bounds: bounds.high > 3),
            ("denial_window", lambda bounds: bounds.low < 60),
            ("quiet_period", lambda bounds: bounds.low < 600),
            ("prompts", lambda bounds: bounds.high > 64),
            ("prompts_per_origin", lambda bounds: bounds.high > 8),
            ("put_off", lambda bounds: bounds.low < 60),
            ("hold", lambda bounds: bounds.low < 30),
        ],
    )
    def test_no_defence_can_be_made_weaker(self, name: str, is_weaker: object) -> None:
        assert callable(is_weaker)
        assert not is_weaker(CONFIGURABLE[name])

    def test_there_is_time_to_approve_within_the_shortest_deadline(self) -> None:
        assert CONFIGURABLE["arming"].high < s.TIMEOUT.low

    def test_counts_are_whole(self) -> None:
        assert {name for name in CONFIGURABLE if is_whole(name)} == {
            "max_retries", "prompts_per_origin", "prompts", "connections", "denials",
        }  # fmt: skip
