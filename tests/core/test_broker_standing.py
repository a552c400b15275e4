"""What the dialog is told beside its question, and when: time, place, whether anybody waits."""

from sayso.core import events as e
from sayso.core.prompt_status import PromptStatus
from sayso.core.questions import Choice
from support.core_driver import RESTART, WIPE, Chain, Driver


def standing(
    seconds: float,
    place: int = 1,
    of: int = 1,
    kept_for: float | None = None,
    was_awaited: bool = True,
) -> PromptStatus:
    return PromptStatus(seconds, place, of, kept_for, was_awaited)


class TestAtFirst:
    def test_it_comes_with_the_question(self, driver: Driver, command: Chain) -> None:
        driver.ask(command, timeout=40)
        assert driver.show.standing == standing(40)
        driver.paint()
        assert driver.updates == []

    def test_a_question_that_nobody_waits_for_says_so(self, driver: Driver, command: Chain) -> None:
        driver.ask(command, wait=0, retention=25)
        assert driver.show.standing == standing(120, kept_for=25, was_awaited=False)
        driver.paint()
        assert driver.updates == []

    def test_the_next_of_the_queue_has_the_standing_of_its_turn(
        self, driver: Driver, command: Chain
    ) -> None:
        driver.ask(command)
        driver.ask(command, RESTART)
        driver.ask(command, WIPE, wait=600)
        driver.paint()
        driver.click()
        assert driver.show.standing == standing(120, 1, 2)

    def test_the_one_that_replaces_a_dead_dialog_has_what_holds_now(
        self, driver: Driver, command: Chain
    ) -> None:
        driver.ask(command)
        driver.paint()
        driver.advance(50)
        driver.die()
        driver.ask(command, RESTART)
        driver.advance(0.2)
        assert driver.show.standing == standing(70, 1, 2, kept_for=60)


class TestPlace:
    def test_a_longer_queue_is_told(self, driver: Driver, command: Chain) -> None:
        driver.ask(command)
        driver.paint()
        driver.advance(10)
        driver.ask(command, RESTART)
        assert driver.updates == [e.Update(1, standing(110, 1, 2))]

    def test_a_shorter_one_too(self, driver: Driver, command: Chain) -> None:
        driver.ask(command)
        driver.paint()
        driver.ask(command, RESTART)
        driver.advance(10)
        driver.withdraw("ticket-2")
        assert driver.updates[1:] == [e.Update(1, standing(110))]

    def test_before_it_is_painted_its_time_stands_still(
        self, driver: Driver, command: Chain
    ) -> None:
        driver.ask(command)
        driver.advance(6)
        driver.ask(command, RESTART)
        assert driver.updates == [e.Update(1, standing(120, 1, 2))]

    def test_a_question_that_was_put_off_still_counts(self, driver: Driver, command: Chain) -> None:
        driver.ask(command)
        driver.ask(command, RESTART)
        driver.paint()
        driver.later()
        assert driver.show.standing == standing(120, 1, 2)
        driver.paint()
        driver.advance(44)
        assert driver.updates[1:] == []

    def test_and_on_the_screen_it_is_never_behind_one(self, driver: Driver, command: Chain) -> None:
        driver.ask(command)
        driver.paint()
        driver.later()
        driver.ask(command, RESTART, wait=600)
        assert driver.show.standing == standing(120, 1, 2)
        driver.paint()
        driver.advance(60)
        assert driver.standing == standing(120, 1, 2)


class TestWaiting:
    def test_the_end_of_a_wait_is_told(self, driver: Driver, command: Chain) -> None:
        driver.ask(command, wait=30)
        driver.paint()
        driver.advance(29.9)
        assert driver.updates == []
        driver.advance(0.1)
        assert driver.updates == [e.Update(1, standing(90, kept_for=60))]

    def test_the_loss_of_a_caller_too(self, driver: Driver, command: Chain) -> None:
        call = driver.ask(command, retention=5)
        driver.paint()
        driver.hang_up(call)
        assert driver.updates == [e.Update(1, standing(120, kept_for=5))]

    def test_who_never_meant_to_wait_has_not_stopped(self, driver: Driver, command: Chain) -> None:
        driver.ask(command, wait=0)
        driver.paint()
        driver.restart()
        assert driver.show.standing == standing(120, kept_for=60, was_awaited=False)
        driver.paint()
        driver.ask(command, wait=10)
        driver.advance(10)
        assert driver.updates[-1] == e.Update(1, standing(110, kept_for=60))

    def test_and_its_return(self, driver: Driver, command: Chain) -> None:
        driver.hang_up(driver.ask(command))
        driver.paint()
        driver.advance(20)
        driver.ask(command)
        assert driver.updates[-1] == e.Update(1, standing(100))
        assert len(driver.updates) == 2

    def test_a_newer_call_that_takes_over_changes_nothing(
        self, driver: Driver, command: Chain
    ) -> None:
        driver.ask(command)
        driver.paint()
        driver.ask(command)
        assert driver.updates == []

    def test_the_end_of_a_wait_that_comes_with_painting_is_told(
        self, driver: Driver, command: Chain
    ) -> None:
        """No timer ran before the dialog reported."""
        driver.ask(command, wait=5)
        driver.now += 6
        driver.paint()
        assert driver.updates == [e.Update(1, standing(120, kept_for=60))]


class TestTime:
    def test_passing_by_itself_is_not_told(self, driver: Driver, command: Chain) -> None:
        driver.ask(command, timeout=600, wait=600)
        driver.paint()
        driver.advance(599)
        assert driver.updates == []

    def test_a_deadline_that_is_held_is_told(self, driver: Driver, command: Chain) -> None:
        driver.ask(command, timeout=20)
        driver.paint()
        driver.advance(15)
        driver.scroll()
        assert driver.updates == [e.Update(1, standing(30))]


class TestNobody:
    def test_hears_of_a_question_without_a_dialog(self, driver: Driver, command: Chain) -> None:
        """Put off, or between two dialogs: dialog 0 is nobody's."""
        driver.ask(command, wait=600)
        driver.paint()
        driver.die()
        driver.ask(command, RESTART, slot="there", wait=600)
        driver.advance(0.2)
        driver.paint()
        driver.later()
        driver.paint()
        driver.later()
        before = len(driver.updates)
        driver.withdraw("ticket-2")
        assert len(driver.updates) == before

    def test_can_answer_for_it(self, driver: Driver, command: Chain) -> None:
        call = driver.ask(command)
        driver.paint()
        driver.later()
        for report in (e.Painted(0), e.Answered(0, Choice.APPROVE), e.DialogEnded(0)):
            driver.send(report)
        assert driver.recorded == []
        assert call.final is None


class TestRecorded:
    def test_for_the_call_that_waits(self, driver: Driver, command: Chain) -> None:
        driver.ask(command)
        driver.paint()
        driver.click()
        assert driver.records == [e.Recorded(1, None)]

    def test_and_kept_for_as_long_as_was_asked_for(self, driver: Driver, command: Chain) -> None:
        driver.ask(command, wait=0, retention=25)
        driver.paint()
        driver.click()
        assert driver.records == [e.Recorded(1, 25)]

    def test_kept_once_the_wait_is_over_though_no_timer_ran(
        self, driver: Driver, command: Chain
    ) -> None:
        driver.ask(command, wait=10)
        driver.paint()
        driver.now += 10
        driver.click(Choice.DENY)
        assert driver.records == [e.Recorded(1, 60)]

    def test_kept_for_a_caller_that_has_gone(self, driver: Driver, command: Chain) -> None:
        driver.hang_up(driver.ask(command))
        driver.paint()
        driver.click()
        assert driver.records == [e.Recorded(1, 60)]
