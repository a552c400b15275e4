"""The render budget: dialogs that never paint, that die, and further attempts."""

from sayso.core.outcome import Approved, NotShown, Pending, TimedOut
from sayso.core.settings import Settings
from support.core_driver import RESTART, Chain, Driver


class TestRenderBudget:
    def test_ends_as_not_shown(self, driver: Driver, command: Chain) -> None:
        call = driver.ask(command, render_timeout=10)
        driver.advance(9.9)
        assert call.final is None
        driver.advance(0.1)
        assert call.outcome == NotShown(True, "nothing was painted within 10 s")
        assert driver.closed == [1]

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
        assert driver.closed == [1, 2]

    def test_the_next_in_the_queue_has_its_turn(self, driver: Driver, command: Chain) -> None:
        driver.ask(command)
        driver.ask(command, RESTART)
        driver.advance(30)
        assert driver.show.question == RESTART

    def test_further_attempts_are_limited(self, driver: Driver, command: Chain) -> None:
        calls = []
        for _ in range(5):
            calls.append(driver.ask(command, max_retries=3))
            driver.advance(30)
        outcomes = [call.outcome for call in calls]
        retries = [o.should_retry for o in outcomes if isinstance(o, NotShown)]
        assert retries == [True, True, True, False, False]
        assert len(driver.shows) == 4

    def test_no_retries_at_all(self, driver: Driver, command: Chain) -> None:
        call = driver.ask(command, max_retries=0)
        driver.advance(30)
        assert call.outcome == NotShown(False, "nothing was painted within 30 s")
        assert driver.ask(command).outcome == call.outcome

    def test_all_spent_is_told_within_retention_then_asked_anew(
        self, driver: Driver, command: Chain
    ) -> None:
        driver.ask(command, max_retries=0)
        driver.advance(30 + 59.9)
        assert isinstance(driver.ask(command).outcome, NotShown)
        driver.advance(0.1)
        driver.ask(command)
        assert [show.number for show in driver.shows] == [1, 2]

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
        assert call.outcome == NotShown(True, "its dialog ended by itself again and again")

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

    def test_can_be_overtaken_by_the_render_budget(self, command: Chain) -> None:
        driver = Driver(Settings(relaunch_delays=(20,)))
        call = driver.ask(command, render_timeout=10)
        driver.die()
        driver.advance(10)
        assert isinstance(call.outcome, NotShown)
        assert len(driver.shows) == 1
