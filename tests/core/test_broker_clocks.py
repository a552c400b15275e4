"""Every clock of the contract, at its bound."""

from collections.abc import Callable

import pytest

from sayso.core import events as e
from sayso.core.events import LogEvent
from sayso.core.outcome import Approved, Denied, Pending, TimedOut
from sayso.core.prompt import Prompt
from sayso.core.prompt_status import PromptStatus
from sayso.core.questions import Choice
from sayso.core.settings import LET_WAIT, Settings
from support.core_driver import RESTART, Chain, Driver


class TestWait:
    def test_ends_as_pending_and_the_dialog_stays(self, driver: Driver, command: Chain) -> None:
        call = driver.ask(command, wait=7)
        driver.paint()
        driver.advance(6.9)
        assert call.final is None
        driver.advance(0.1)
        assert call.outcome == Pending("ticket-1")
        assert driver.on_screen

    def test_starts_when_the_call_arrives(self, driver: Driver, command: Chain) -> None:
        call = driver.ask(command)
        driver.advance(20)
        driver.paint()
        driver.advance(25)
        assert call.outcome == Pending("ticket-1")

    def test_left_out_is_the_one_that_callers_are_told(self) -> None:
        driver = Driver(Settings(wait=12))
        call = driver.ask(driver.command(driver.tab()))
        assert driver.broker.default_wait == 12
        driver.advance(11.9)
        assert call.final is None
        driver.advance(0.1)
        assert call.outcome == Pending("ticket-1")

    def test_of_zero_is_pending_at_once_and_shows_the_dialog(
        self, driver: Driver, command: Chain
    ) -> None:
        call = driver.ask(command, wait=0)
        assert call.outcome == Pending("ticket-1")
        assert call.progress == []
        assert driver.on_screen

    def test_of_a_queued_prompt_is_pending(self, driver: Driver, command: Chain) -> None:
        driver.ask(command)
        queued = driver.ask(command, RESTART)
        driver.advance(45)
        assert queued.outcome == Pending("ticket-2")


class TestDeadline:
    def test_starts_with_the_first_painted_frame(self, driver: Driver, command: Chain) -> None:
        call = driver.ask(command, timeout=20)
        driver.advance(9)
        driver.paint()
        driver.advance(19.9)
        assert call.final is None
        driver.advance(0.1)
        assert driver.take(call) == TimedOut("deadline")

    def test_is_not_moved_by_a_second_report_of_painting(
        self, driver: Driver, command: Chain
    ) -> None:
        call = driver.ask(command, timeout=20)
        driver.paint()
        driver.advance(10)
        driver.paint()
        driver.advance(10)
        assert driver.take(call) == TimedOut("deadline")

    def test_a_click_just_before_counts(self, driver: Driver, command: Chain) -> None:
        call = driver.ask(command, timeout=20)
        driver.paint()
        driver.advance(19.9)
        driver.click()
        assert driver.take(call) == Approved()

    def test_a_click_at_it_does_not_count_though_no_timer_ran(
        self, driver: Driver, command: Chain
    ) -> None:
        """The machine slept: the click is the first that the broker hears."""
        call = driver.ask(command, timeout=20)
        driver.paint()
        driver.lingers = True
        driver.now += 20
        driver.click()
        assert driver.recorded == []
        assert [refused.run for refused in driver.refused_clicks] == [1]
        assert driver.take(call) == TimedOut("deadline")

    def test_is_checked_when_an_answer_is_collected(self, driver: Driver, command: Chain) -> None:
        driver.ask(command, timeout=20, wait=0)
        driver.paint()
        driver.now += 20
        assert driver.take(driver.collect(command, "ticket-1")) == TimedOut("deadline")

    def test_is_told_from_painting_on(self, driver: Driver, command: Chain) -> None:
        call = driver.ask(command, timeout=20)
        driver.paint()
        driver.advance(15)
        assert [beat.seconds_left for beat in call.progress] == [None, 20, 5]


class TestHold:
    def test_reading_keeps_thirty_seconds(self, driver: Driver, command: Chain) -> None:
        driver.ask(command, timeout=40, wait=600)
        driver.paint()
        driver.advance(35)
        driver.scroll()
        assert driver.updates == [e.Update(1, PromptStatus(30, 1, 1, None))]
        driver.advance(29.9)
        assert driver.on_screen
        driver.advance(0.1)
        assert not driver.on_screen

    def test_never_takes_time_away(self, driver: Driver, command: Chain) -> None:
        driver.ask(command, timeout=40)
        driver.paint()
        driver.advance(9)
        driver.scroll()
        assert driver.updates == []

    def test_goes_up_to_the_ceiling(self, driver: Driver, command: Chain) -> None:
        driver.ask(command, timeout=20)
        driver.advance(9)
        driver.paint()
        for _ in range(39):
            driver.advance(15)
            driver.scroll()
        driver.advance(14.9)
        assert driver.on_screen
        driver.scroll()
        driver.advance(0.1)
        assert not driver.on_screen

    def test_of_a_dialog_that_is_not_painted_changes_nothing(
        self, driver: Driver, command: Chain
    ) -> None:
        driver.ask(command, timeout=5)
        driver.scroll()
        assert driver.updates == []


class TestRetention:
    def test_keeps_an_answer_until_its_end(self, driver: Driver, command: Chain) -> None:
        driver.ask(command, wait=0, retention=10)
        driver.paint()
        driver.click(Choice.DENY)
        driver.advance(9.9)
        assert driver.take(driver.ask(command)) == Denied()

    def test_forgets_it_then_and_says_so(self, driver: Driver, command: Chain) -> None:
        driver.ask(command, wait=0, retention=10)
        driver.paint()
        driver.click()
        driver.advance(10)
        assert driver.prompts == []
        assert driver.logged(LogEvent.FORGOTTEN) == [1]

    def test_is_checked_when_an_answer_is_collected(self, driver: Driver, command: Chain) -> None:
        driver.ask(command, wait=0, retention=10)
        driver.paint()
        driver.click()
        driver.now += 10
        assert isinstance(driver.collect(command, "ticket-1").final, e.Fail)

    def test_a_collected_answer_is_not_called_forgotten(
        self, driver: Driver, command: Chain
    ) -> None:
        call = driver.ask(command)
        driver.paint()
        driver.click()
        driver.take(call)
        driver.advance(600)
        assert driver.prompts == []
        assert driver.logged(LogEvent.FORGOTTEN) == []

    def test_is_not_lengthened_by_an_offer(self, driver: Driver, command: Chain) -> None:
        """An outcome is kept from when it was reached, however often it was offered."""
        driver.ask(command, wait=0)
        driver.paint()
        driver.click()
        driver.advance(49)
        driver.ask(command)
        driver.advance(11)
        assert driver.prompts == []


class TestQueueLimit:
    def test_ends_a_prompt_that_never_had_its_turn(self, driver: Driver, command: Chain) -> None:
        driver.ask(command, timeout=600)
        driver.advance(1)
        driver.paint()
        queued = driver.ask(command, RESTART, wait=600)
        driver.advance(598)
        driver.scroll()
        driver.lingers = True
        driver.advance(2)
        assert driver.take(queued) == TimedOut("queue")
        assert len(driver.shows) == 1

    def test_is_over_once_it_has_its_turn(self, driver: Driver, command: Chain) -> None:
        driver.ask(command)
        driver.paint()
        driver.ask(command, RESTART, wait=600, timeout=600)
        driver.advance(100)
        driver.click()
        driver.paint()
        driver.advance(599)
        assert driver.on_screen

    def test_a_dialog_that_does_not_go_holds_the_next_no_longer(
        self, driver: Driver, command: Chain
    ) -> None:
        driver.lingers = True
        driver.ask(command)
        driver.paint()
        queued = driver.ask(command, RESTART, wait=600)
        driver.click()
        driver.advance(600)
        assert driver.take(queued) == TimedOut("queue")


class TestHeartbeat:
    def test_comes_every_fifteen_seconds(self, driver: Driver, command: Chain) -> None:
        call = driver.ask(command)
        driver.paint()
        before = len(call.progress)
        driver.advance(14.9)
        assert len(call.progress) == before
        driver.advance(0.1)
        driver.advance(29.9)
        assert [beat.seconds_left for beat in call.progress[before:]] == [105, 90]

    def test_every_change_is_told(self, driver: Driver, command: Chain) -> None:
        driver.ask(command)
        call = driver.ask(command, RESTART)
        driver.paint()
        driver.click()
        driver.paint()
        told = [(beat.number, beat.state, beat.place, beat.of) for beat in call.progress]
        assert told == [
            (2, "queued", 2, 2),
            (2, "queued", 1, 1),
            (2, "showing", 1, 1),
            (2, "shown", 1, 1),
        ]

    def test_a_dialog_that_is_replaced_is_being_shown(self, driver: Driver, command: Chain) -> None:
        call = driver.ask(command)
        driver.paint()
        driver.die()
        assert call.progress[-1].state == "showing"
        assert call.progress[-1].seconds_left is None

    def test_nothing_is_told_to_nobody(self, driver: Driver, command: Chain) -> None:
        call = driver.ask(command)
        driver.paint()
        driver.hang_up(call)
        told = len(call.progress)
        driver.advance(60)
        assert len(call.progress) == told


class TestShownFor:
    """The person is taken to have seen a question only where they did something in that time."""

    @pytest.fixture
    def driver(self) -> Driver:
        return Driver(Settings(locked=LET_WAIT))

    @pytest.fixture
    def shown(self, driver: Driver, command: Chain) -> Prompt:
        """For 20 seconds by now, and another question waits."""
        driver.ask(command, timeout=300)
        driver.ask(command, RESTART, timeout=300)
        driver.paint()
        driver.advance(20)
        return driver.prompts[0]

    def test_counts_from_the_first_frame(self, driver: Driver, command: Chain) -> None:
        driver.ask(command)
        driver.advance(10)
        assert driver.prompts[0].shown_for(driver.now) == 0
        driver.paint()
        driver.advance(20)
        assert driver.prompts[0].shown_for(driver.now) == 20

    def test_is_kept_at_its_end(self, driver: Driver, shown: Prompt) -> None:
        driver.advance(280)
        assert shown.outcome == TimedOut("deadline")
        assert shown.shown_for(driver.now) == 300

    @pytest.mark.parametrize(
        "hide",
        [
            lambda driver: driver.bring_forward(2),
            lambda driver: driver.later(),
            lambda driver: driver.goes(),
            lambda driver: driver.die(),
        ],
        ids=["behind another", "put off", "away", "died"],
    )
    def test_counts_no_time_in_which_it_was_hidden(
        self, driver: Driver, shown: Prompt, hide: Callable[[Driver], object]
    ) -> None:
        hide(driver)
        driver.advance(1)
        assert shown.shown_for(driver.now) == 0
        driver.comes()
        driver.bring_forward(1)
        driver.advance(1)
        driver.paint()
        driver.advance(10)
        assert shown.shown_for(driver.now) == 10

    def test_is_none_of_one_that_ended_while_it_was_hidden(
        self, driver: Driver, shown: Prompt
    ) -> None:
        driver.goes()
        driver.advance(600)
        assert shown.outcome == TimedOut("queue")
        assert shown.shown_for(driver.now) == 0

    def test_counts_anew_where_a_daemon_died(self, driver: Driver, shown: Prompt) -> None:
        driver.restart()
        driver.advance(5)
        driver.paint()
        driver.advance(10)
        assert driver.prompts[0].shown_for(driver.now) == 10


class TestNextDue:
    def test_is_none_when_nothing_is_remembered(self, driver: Driver) -> None:
        assert driver.broker.next_due() is None

    def test_names_an_offer_that_ends_before_its_retention(
        self, driver: Driver, command: Chain
    ) -> None:
        driver.ask(command)
        driver.paint()
        driver.click()
        assert driver.broker.next_due() == driver.now + 10


def test_a_long_sleep_of_the_machine_ends_what_is_over(
    driver: Driver, agent: Chain, command: Chain
) -> None:
    call = driver.ask(command)
    driver.paint()
    driver.now += 8 * 3600
    driver.send(e.Tick())
    assert driver.take(call) == TimedOut("deadline")
