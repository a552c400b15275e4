"""What goes along with a yes or no: a check box, a third control, words; and what only tells."""

import pytest

from sayso.core import events as e
from sayso.core.outcome import Answered, Approved, By, Denied, Dismissed, Outcome, Pending
from sayso.core.questions import Choice, Confirm, Notice, Question
from sayso.core.settings import WORDS_BYTES
from support.core_driver import DEPLOY, NAME, UNLOCK, WHERE, Chain, Driver

CHECKED = Confirm("Push?", check="And the tags")
WORDY = Confirm("Push?", deny_words=True)
DONE = Notice("The backup is complete.")


def pressed(
    driver: Driver,
    by: Chain,
    question: Question,
    choice: Choice,
    checked: bool | None = None,
    words: str = "",
) -> Outcome:
    call = driver.ask(by, question)
    driver.paint()
    driver.click(choice, checked=checked, words=words)
    return driver.take(call)


class TestCheckBox:
    @pytest.mark.parametrize("on", [True, False])
    def test_goes_along_with_the_approval(self, driver: Driver, agent: Chain, on: bool) -> None:
        outcome = pressed(driver, agent, CHECKED, Choice.APPROVE, checked=on)
        assert outcome == Approved(checked=on)

    @pytest.mark.parametrize(
        ("question", "checked"), [(CHECKED, None), (DEPLOY, True), (DEPLOY, False)]
    )
    def test_is_told_where_there_is_one_alone(
        self, driver: Driver, agent: Chain, question: Question, checked: bool | None
    ) -> None:
        driver.ask(agent, question)
        driver.paint()
        driver.click(Choice.APPROVE, checked=checked)
        reason = "this is not an answer to this kind of question"
        assert driver.refused_clicks == [e.NotRecorded(1, reason)]

    def test_says_nothing_beside_a_denial(self, driver: Driver, agent: Chain) -> None:
        assert pressed(driver, agent, CHECKED, Choice.DENY, checked=True) == Denied()

    def test_survives_the_daemon(self, driver: Driver, agent: Chain) -> None:
        driver.ask(agent, CHECKED, wait=0)
        driver.paint()
        driver.click(Choice.APPROVE, checked=True)
        driver.restart()
        assert driver.take(driver.ask(agent, CHECKED)) == Approved(checked=True)


class TestWords:
    @pytest.mark.parametrize("words", ["Not on a Friday", "\u05dc\u05d0 \u200d", "x" * WORDS_BYTES])
    def test_go_along_with_the_denial(self, driver: Driver, agent: Chain, words: str) -> None:
        outcome = pressed(driver, agent, WORDY, Choice.DENY, words=words)
        assert outcome == Denied(words=words)

    @pytest.mark.parametrize(
        ("question", "words"),
        [
            (DEPLOY, "Not on a Friday"),
            (UNLOCK, "Not on a Friday"),
            (WORDY, "two\nlines"),
            (WORDY, "\x1b[31m"),
            (WORDY, "half \ud800"),
            (WORDY, "x" * WORDS_BYTES + "x"),
        ],
    )
    def test_that_can_not_go_along_leave_the_denial_as_it_is(
        self, driver: Driver, agent: Chain, question: Question, words: str
    ) -> None:
        assert pressed(driver, agent, question, Choice.DENY, words=words) == Denied()

    def test_say_nothing_beside_an_approval(self, driver: Driver, agent: Chain) -> None:
        assert pressed(driver, agent, WORDY, Choice.APPROVE, words="Fine") == Approved()

    def test_reach_the_caller_who_comes_late_and_after_the_daemon_died(
        self, driver: Driver, agent: Chain
    ) -> None:
        early = driver.ask(agent, WORDY, wait=0)
        assert isinstance(early.outcome, Pending)
        driver.paint()
        driver.click(Choice.DENY, words="Not on a Friday")
        driver.restart()
        assert driver.take(driver.ask(agent, WORDY)) == Denied(words="Not on a Friday")

    def test_are_in_no_log(self, driver: Driver, agent: Chain) -> None:
        pressed(driver, agent, WORDY, Choice.DENY, words="Not on a Friday")
        assert driver.log
        assert "Friday" not in repr(driver.log)


class TestNotice:
    def test_is_answered_by_its_button(self, driver: Driver, agent: Chain) -> None:
        assert pressed(driver, agent, DONE, Choice.APPROVE) == Answered()

    def test_tells_that_an_accessibility_action_pressed_it(
        self, driver: Driver, agent: Chain
    ) -> None:
        call = driver.ask(agent, DONE)
        driver.paint()
        driver.click(Choice.APPROVE, by=By.ASSISTIVE)
        assert driver.take(call) == Answered(by=By.ASSISTIVE)

    def test_is_dismissed_where_it_is_closed(self, driver: Driver, agent: Chain) -> None:
        assert pressed(driver, agent, DONE, Choice.DISMISS) == Dismissed()

    def test_can_not_be_denied(self, driver: Driver, agent: Chain) -> None:
        driver.ask(agent, DONE)
        driver.paint()
        driver.click(Choice.DENY)
        reason = "this is not an answer to this kind of question"
        assert driver.refused_clicks == [e.NotRecorded(1, reason)]

    def test_has_the_deadline_of_a_question(self, driver: Driver, agent: Chain) -> None:
        driver.ask(agent, DONE)
        assert driver.show.standing.seconds == 120

    def test_closed_again_and_again_it_is_quiet(self, driver: Driver, agent: Chain) -> None:
        for _ in range(3):
            pressed(driver, agent, DONE, Choice.DISMISS)
        outcome = driver.ask(agent, DONE).outcome
        assert outcome.status == "refused"

    def test_a_question_closed_again_and_again_is_not(self, driver: Driver, agent: Chain) -> None:
        for _ in range(3):
            pressed(driver, agent, DEPLOY, Choice.DISMISS)
        driver.ask(agent, DEPLOY)
        assert driver.show.question == DEPLOY

    def test_survives_the_daemon(self, driver: Driver, agent: Chain) -> None:
        driver.ask(agent, DONE, wait=0)
        driver.paint()
        driver.click(Choice.APPROVE)
        driver.restart()
        assert driver.take(driver.ask(agent, DONE)) == Answered()


def test_each_part_makes_it_another_question() -> None:
    questions: list[Question] = [
        DEPLOY,
        Confirm(DEPLOY.message, check="And the tags"),
        Confirm(DEPLOY.message, check="And all tags"),
        Confirm(DEPLOY.message, cancel="Not now"),
        Confirm(DEPLOY.message, deny_words=True),
        Notice(DEPLOY.message),
        Notice(DEPLOY.message, title="t"),
        Notice(DEPLOY.message, details="t"),
        Notice(DEPLOY.message, approve="t"),
    ]
    assert len({question.fingerprint for question in questions}) == len(questions)


@pytest.mark.parametrize("question", [DEPLOY, UNLOCK, NAME, WHERE])
def test_no_other_kind_is_answered_by_a_press(
    driver: Driver, agent: Chain, question: Question
) -> None:
    driver.ask(agent, question)
    driver.paint()
    driver.click(Choice.APPROVE)
    assert bool(driver.refused_clicks) == (question is not DEPLOY)


def test_a_record_of_a_notice_that_was_denied_is_refused(driver: Driver, agent: Chain) -> None:
    """Nobody can have done that."""
    driver.ask(agent, DONE, wait=0)
    driver.paint()
    driver.click(Choice.APPROVE)
    driver.kept["prompt/1"]["outcome"] = {"is": "Denied"}
    with pytest.raises(ValueError, match="no such outcome"):
        driver.successor()
