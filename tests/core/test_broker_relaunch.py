"""The render budget: dialogs that never paint, that die, and further attempts."""

import pytest

from sayso.core.outcome import Approved, NotShown, Pending, TimedOut
from sayso.core.prompt import State
from support.core_driver import RESTART, Chain, Driver


class TestRenderBudget:
    def test_ends_as_not_shown(self, driver: Driver, command: Chain) -> None:
        call = driver.ask(command, render_timeout=10)
        driver.advance(9.9)
        assert call.final is None
        driver.advance(0.1)
        assert call.outcome == NotShown(True, "attempt 1 of 4: nothing was painted within 10 s")
        assert not driver.on_screen

    def test_starts_when_the_prompt_is_sent_to_the_screen(
        self, driver: Driver, command: Chain
    ) -> None:
        driver.ask(command, timeout=40)
        driver.paint()
        queued = driver.ask(command, RESTART)
        driver.advance(40)
        driver.advance(4)
        assert queued.final is None
        driver.advance(26)
        assert isinstance(queued.outcome, Pending)
        assert not driver.on_screen
        assert driver.states() == [State.DECIDED, State.UNSEEN]

    def test_the_next_in_the_queue_has_its_turn(self, driver: Driver, command: Chain) -> None:
        driver.ask(command)
        driver.ask(command, RESTART)
        driver.advance(30)
        assert driver.show.question == RESTART

    def test_further_attempts_are_limited(self, driver: Driver, command: Chain) -> None:
        why = "nothing was painted within 30 s"
        for number, more in enumerate((True, True, True, False), 1):
            attempt = driver.ask(command, max_retries=3)
            assert driver.on_screen
            driver.advance(30)
            assert attempt.outcome == NotShown(more, f"attempt {number} of 4: {why}")
        spent = driver.ask(command, max_retries=3)
        assert spent.outcome == attempt.outcome
        assert not driver.on_screen

    def test_no_retries_at_all(self, driver: Driver, command: Chain) -> None:
        call = driver.ask(command, max_retries=0)
        driver.advance(30)
        assert call.outcome == NotShown(False, "attempt 1 of 1: nothing was painted within 30 s")
        assert driver.ask(command).outcome == call.outcome

    def test_all_spent_is_told_within_retention_then_asked_anew(
        self, driver: Driver, command: Chain
    ) -> None:
        driver.ask(command, max_retries=0)
        driver.advance(30 + 59.9)
        assert isinstance(driver.ask(command).outcome, NotShown)
        driver.advance(0.1)
        driver.ask(command)
        assert driver.show.number == 2

    def test_a_next_attempt_waits_its_turn_as_long_as_any(
        self, driver: Driver, command: Chain
    ) -> None:
        driver.ask(command, retention=600)
        driver.ask(command, RESTART, timeout=600)
        driver.advance(30)
        driver.paint()
        driver.lingers = True
        driver.advance(590)
        attempt = driver.ask(command, wait=600)
        driver.advance(599.9)
        assert attempt.progress[-1].state == "queued"
        driver.advance(0.1)
        assert driver.take(attempt) == TimedOut("queue")

    def test_a_next_attempt_is_pending_again(self, driver: Driver, command: Chain) -> None:
        driver.ask(command)
        driver.advance(30)
        driver.ask(command)
        assert driver.prompts[0].outcome == Pending("ticket-1")


class TestHang:
    """A dialog that lives, but paints nothing: the budget is shared by four of them."""

    @pytest.mark.parametrize(("budget", "share"), [(10, 1.45), (30, 6.45), (60, 13.95)])
    def test_is_replaced_after_a_fifth_of_a_second_then_one_then_three(
        self, driver: Driver, command: Chain, budget: float, share: float
    ) -> None:
        call = driver.ask(command, render_timeout=budget, wait=600)
        start = due = driver.now
        for number, delay in enumerate((0.2, 1, 3), 1):
            due += share
            driver.advance(due - 0.01 - driver.now)
            assert driver.on_screen == number
            driver.advance(0.02)
            assert driver.closed[-1] == number
            due += delay
            driver.advance(due - 0.01 - driver.now)
            assert not driver.on_screen
            driver.advance(0.02)
            assert driver.on_screen == number + 1
        driver.advance(start + budget - 0.01 - driver.now)
        assert call.final is None
        driver.advance(0.02)
        assert call.outcome == NotShown(
            True, f"attempt 1 of 4: nothing was painted within {budget} s"
        )
        assert driver.closed == [1, 2, 3, 4]

    def test_leaves_the_next_ones_their_share_though_it_is_slow_to_go(
        self, driver: Driver, command: Chain
    ) -> None:
        driver.lingers = True
        driver.ask(command, render_timeout=10)
        for delay in (0.2, 1, 3):
            while driver.on_screen not in driver.closed:
                driver.advance(0.1)
            driver.advance(1.5)
            driver.die()
            driver.advance(max(0, delay - 1.5))
        assert driver.show.run == 4
        driver.paint()
        driver.click()
        assert driver.recorded == [4]

    def test_counts_with_the_ones_that_die_and_has_their_time(
        self, driver: Driver, command: Chain
    ) -> None:
        driver.ask(command)
        driver.die()
        driver.advance(0.2 + 8.59)
        assert driver.on_screen
        driver.advance(0.02)
        assert driver.closed == [2]
        driver.advance(0.98)
        assert driver.show.run == 2
        driver.advance(0.02)
        assert driver.show.run == 3

    def test_after_three_that_died_has_all_that_is_left(
        self, driver: Driver, command: Chain
    ) -> None:
        call = driver.ask(command, render_timeout=10)
        for delay in (0.2, 1, 3):
            driver.die()
            driver.advance(delay)
        driver.advance(10 - 4.2 - 0.1)
        driver.paint()
        driver.click()
        assert driver.take(call) == Approved()

    def test_that_begins_too_late_for_another_has_all_that_is_left(
        self, driver: Driver, command: Chain
    ) -> None:
        call = driver.ask(command, render_timeout=10)
        driver.die()
        driver.now += 7
        driver.advance(2.9)
        driver.paint()
        driver.click()
        assert driver.take(call) == Approved()

    def test_the_one_that_replaces_it_is_answered_as_any(
        self, driver: Driver, command: Chain
    ) -> None:
        call = driver.ask(command, timeout=40)
        driver.advance(7)
        assert driver.show.standing.seconds == 40
        driver.paint()
        driver.click()
        assert driver.recorded == [2]
        assert driver.take(call) == Approved()

    def test_what_it_says_too_late_is_void(self, driver: Driver, command: Chain) -> None:
        driver.lingers = True
        call = driver.ask(command)
        driver.advance(7)
        driver.paint()
        driver.click()
        driver.later()
        assert driver.recorded == []
        assert call.final is None
        driver.die()
        driver.advance(0.2)
        driver.paint()
        driver.click()
        assert driver.recorded == [2]

    def test_no_other_takes_the_screen_before_it_has_gone(
        self, driver: Driver, command: Chain
    ) -> None:
        driver.lingers = True
        driver.ask(command)
        driver.advance(12)
        assert len(driver.shows) == 1
        driver.die()
        assert driver.on_screen == 2

    def test_the_others_wait_for_the_one_that_replaces_it(
        self, driver: Driver, command: Chain
    ) -> None:
        driver.ask(command)
        driver.ask(command, RESTART)
        driver.advance(7)
        assert [show.number for show in driver.shows] == [1, 1]

    def test_after_painting_is_a_matter_of_the_deadline(
        self, driver: Driver, command: Chain
    ) -> None:
        driver.ask(command, wait=600)
        driver.advance(6)
        driver.paint()
        driver.advance(119)
        assert driver.closed == []


class TestRelaunch:
    def test_comes_after_a_fifth_of_a_second_then_one_then_three(
        self, driver: Driver, command: Chain
    ) -> None:
        driver.ask(command, render_timeout=60)
        for delay in (0.2, 1, 3, 3):
            driver.die()
            driver.advance(delay - 0.01)
            assert not driver.on_screen
            driver.advance(0.01)
            assert driver.on_screen

    def test_before_painting_is_not_counted_but_bounded_by_the_render_budget(
        self, driver: Driver, command: Chain
    ) -> None:
        call = driver.ask(command, render_timeout=20, max_retries=0)
        for _ in range(7):
            driver.die()
            driver.advance(3)
        assert isinstance(call.outcome, NotShown)
        assert not driver.on_screen

    def test_brings_the_question_back_with_its_remaining_time(
        self, driver: Driver, command: Chain
    ) -> None:
        driver.ask(command, timeout=40, wait=600)
        driver.paint()
        driver.advance(30)
        driver.die()
        driver.advance(0.9)
        assert driver.show.standing.seconds == 10
        driver.advance(5)
        driver.paint()
        driver.advance(9.9)
        assert driver.on_screen
        driver.advance(0.1)
        assert not driver.on_screen

    def test_after_painting_comes_max_retries_times(self, driver: Driver, command: Chain) -> None:
        call = driver.ask(command, max_retries=2)
        for _ in range(2):
            driver.paint()
            driver.die()
            driver.advance(1)
        driver.paint()
        assert call.final is None
        driver.die()
        assert call.outcome == NotShown(
            True, "attempt 1 of 3: its dialog ended by itself again and again"
        )

    def test_counts_anew_with_the_next_attempt(self, driver: Driver, command: Chain) -> None:
        driver.ask(command, max_retries=1, timeout=600)
        for _ in range(2):
            driver.paint()
            driver.die()
            driver.advance(1)
        retry = driver.ask(command)
        driver.die()
        driver.advance(0.2)
        driver.paint()
        driver.die()
        driver.advance(0.2)
        driver.paint()
        driver.click()
        assert driver.take(retry) == Approved()

    def test_delays_start_over_with_the_next_attempt(self, driver: Driver, command: Chain) -> None:
        driver.ask(command, render_timeout=10)
        driver.die()
        driver.advance(10)
        driver.ask(command)
        driver.die()
        driver.advance(0.2)
        assert driver.on_screen

    def test_that_never_paints_ends_within_a_render_budget(
        self, driver: Driver, command: Chain
    ) -> None:
        call = driver.ask(command, render_timeout=10)
        driver.paint()
        driver.advance(5)
        driver.die()
        driver.advance(9.9)
        assert call.final is None
        driver.advance(0.1)
        assert isinstance(call.outcome, NotShown)

    def test_can_be_overtaken_by_the_render_budget(self, driver: Driver, command: Chain) -> None:
        call = driver.ask(command, render_timeout=10)
        for delay in (0.2, 1, 3):
            driver.die()
            driver.advance(delay)
        driver.advance(3)
        driver.die()
        driver.advance(2.8)
        assert isinstance(call.outcome, NotShown)
        assert len(driver.shows) == 4
