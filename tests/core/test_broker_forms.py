"""What a person types or chooses: an answer that the question can have, kept like any other."""

import json

import pytest

from sayso.core.outcome import Answered, Denied, Outcome, Pending
from sayso.core.prompt import State
from sayso.core.questions import Choice, Confirm, Question, Select, Text
from sayso.core.settings import ANSWER_BYTES
from sayso.values import replace
from support.core_driver import DEPLOY, NAME, UNLOCK, WHERE, Chain, Death, Driver
from support.entries import options

Filled = str | tuple[int, ...]

LETTER = replace(NAME, multiline=True)
SEVERAL = Select("Which?", options("a", "b", "c"), multiple=True)

ANSWERS: list[tuple[Question, Filled, str | tuple[str, ...]]] = [
    (NAME, "shop", "shop"),
    (NAME, " \u05e9\u05dc\u05d5\u05dd \u200d ", " \u05e9\u05dc\u05d5\u05dd \u200d "),
    (NAME, "\u00e9" * (ANSWER_BYTES // 2), "\u00e9" * (ANSWER_BYTES // 2)),
    (LETTER, "two\n\tlines", "two\n\tlines"),
    (WHERE, (1,), ("production",)),
    (SEVERAL, (), ()),
    (SEVERAL, (0, 2), ("a", "c")),
    (SEVERAL, (0, 1, 2), ("a", "b", "c")),
]

NO_ANSWERS: list[tuple[Question, Filled]] = [
    (NAME, ""),
    (NAME, "two\nlines"),
    (NAME, "a\tb"),
    (NAME, "\x1b[31m"),
    (NAME, "half \ud800"),
    (NAME, "\u00e9" * (ANSWER_BYTES // 2) + "x"),
    (NAME, (0,)),
    (LETTER, "a\rb"),
    (LETTER, "a\u2028b"),
    (LETTER, "a\0b"),
    (WHERE, ()),
    (WHERE, (2,)),
    (WHERE, (-1,)),
    (WHERE, (0, 1)),
    (WHERE, "staging"),
    (SEVERAL, (1, 0)),
    (SEVERAL, (1, 1)),
    (SEVERAL, (3,)),
    (SEVERAL, (10**30,)),
    (DEPLOY, "yes"),
    (DEPLOY, (0,)),
    (UNLOCK, "hunter2"),
]


def answered(driver: Driver, by: Chain, question: Question, filled: Filled) -> Outcome:
    call = driver.ask(by, question)
    driver.paint()
    driver.fill(filled)
    return driver.take(call)


class TestQuestion:
    @pytest.mark.parametrize("question", [NAME, WHERE])
    def test_has_the_deadline_of_a_form(
        self, driver: Driver, agent: Chain, question: Question
    ) -> None:
        driver.ask(agent, question)
        assert driver.show.standing.seconds == 300

    def test_is_another_for_anything_that_the_person_would_see(self) -> None:
        others: list[Question] = [
            Text("Where?"),
            Text("Where?!"),
            Text("Where?", title="t"),
            Text("Where?", details="t"),
            Text("Where?", error="t"),
            Text("Where?", default="t"),
            Text("Where?", multiline=True),
            Text("Where?", approve="t"),
            Text("Where?", deny="t"),
            Confirm("Where?"),
            Select("Where?", options("a", "b")),
            Select("Where?", options("b", "a")),
            Select("Where?", options("a", "b", "c")),
            Select("Where?", options("a", "b"), title="t"),
            Select("Where?", options("a", "b"), details="t"),
            Select("Where?", options("a", "b"), error="t"),
            Select("Where?", options("a", "b"), multiple=True),
            Select("Where?", options("a", "b"), approve="t"),
            Select("Where?", options("a", "b"), deny="t"),
        ]
        assert len({question.fingerprint for question in others}) == len(others)


class TestFilledIn:
    @pytest.mark.parametrize(("question", "filled", "answer"), ANSWERS)
    def test_is_handed_over_in_the_askers_own_words(
        self,
        driver: Driver,
        agent: Chain,
        question: Question,
        filled: Filled,
        answer: str | tuple[str, ...],
    ) -> None:
        outcome = answered(driver, agent, question, filled)
        assert outcome == Answered(answer=answer)
        assert outcome != Answered()
        assert outcome.allowed
        assert driver.recorded == [driver.show.run]

    @pytest.mark.parametrize(("question", "filled"), NO_ANSWERS)
    def test_is_no_answer_that_the_question_can_not_have(
        self, driver: Driver, agent: Chain, question: Question, filled: Filled
    ) -> None:
        call = driver.ask(agent, question)
        driver.paint()
        driver.fill(filled)
        assert driver.recorded == []
        assert "not an answer to this kind" in driver.refused_clicks[0].reason
        assert call.final is None

    @pytest.mark.parametrize("question", [NAME, WHERE])
    def test_neither_a_click_nor_a_password_answers_it(
        self, driver: Driver, agent: Chain, question: Question
    ) -> None:
        call = driver.ask(agent, question)
        driver.paint()
        driver.click()
        assert len(driver.submit()) == 0
        assert [each.reason for each in driver.refused_clicks] == [
            "this is not an answer to this kind of question"
        ] * 2
        assert call.final is None

    def test_before_the_dialog_is_painted_does_not_count(
        self, driver: Driver, agent: Chain
    ) -> None:
        driver.ask(agent, NAME)
        driver.fill("shop")
        assert "not on the screen" in driver.refused_clicks[0].reason

    def test_after_the_question_has_ended_does_not_count(
        self, driver: Driver, agent: Chain
    ) -> None:
        driver.lingers = True
        driver.ask(agent, NAME, wait=0)
        driver.paint()
        driver.fill("shop")
        driver.fill("market")
        assert "has ended" in driver.refused_clicks[0].reason
        assert driver.take(driver.ask(agent, NAME)) == Answered(answer="shop")

    def test_cancelled_is_denied(self, driver: Driver, agent: Chain) -> None:
        call = driver.ask(agent, WHERE)
        driver.paint()
        driver.click(Choice.DENY)
        assert driver.take(call) == Denied()

    def test_is_in_no_log(self, driver: Driver, agent: Chain) -> None:
        answered(driver, agent, NAME, "canary-7f3a")
        assert driver.log
        assert "canary" not in repr(driver.log)


class TestTheLateAnswer:
    def test_is_collected_by_the_same_asker_alone(self, driver: Driver, agent: Chain) -> None:
        first = driver.command(agent)
        driver.ask(first, NAME, wait=0)
        driver.paint()
        driver.fill("shop")
        driver.end_command(first)
        driver.advance(1)
        other = driver.ask(driver.command(driver.tab()), NAME, wait=0)
        assert isinstance(other.outcome, Pending)
        again = driver.ask(driver.command(agent), NAME)
        assert driver.take(again) == Answered(answer="shop")

    def test_is_repeated_to_the_process_that_claimed_it(self, driver: Driver, agent: Chain) -> None:
        call = driver.ask(agent, WHERE)
        driver.paint()
        driver.fill((0,))
        for _ in range(2):
            assert driver.claim(call).outcome == Answered(answer=("staging",))

    @pytest.mark.parametrize(("question", "filled", "answer"), ANSWERS)
    @pytest.mark.parametrize("kept", [State.DECIDED, State.SPENT])
    def test_outlives_the_daemon(
        self,
        driver: Driver,
        agent: Chain,
        question: Question,
        filled: Filled,
        answer: str | tuple[str, ...],
        kept: State,
    ) -> None:
        call = driver.ask(agent, question)
        driver.paint()
        driver.fill(filled)
        if kept is State.SPENT:
            driver.claim(call)
        driver.restart()
        again = driver.claim(call) if kept is State.SPENT else driver.ask(agent, question)
        outcome = again.outcome if kept is State.SPENT else driver.take(again)
        assert outcome == Answered(answer=answer)

    def test_is_kept_before_anybody_hears_of_it(self, driver: Driver, agent: Chain) -> None:
        driver.ask(agent, NAME, wait=0)
        driver.paint()
        driver.dying = Death.KEPT
        driver.fill("shop")
        assert driver.recorded == []
        assert driver.take(driver.ask(agent, NAME)) == Answered(answer="shop")


class TestWords:
    def test_of_what_is_over_are_kept_nowhere(self, driver: Driver, agent: Chain) -> None:
        question = replace(WHERE, options=("canary-1", "canary-2"))
        call = driver.ask(agent, question)
        driver.withdraw(number=1)
        assert call.final
        text = driver.ask(agent, replace(NAME, default="canary-3"))
        driver.withdraw(number=2)
        assert text.final
        assert driver.states() == [State.ENDED] * 2
        assert "canary" not in json.dumps(driver.kept)
        assert "canary" not in repr(driver.prompts)
