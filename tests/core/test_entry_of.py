"""From an answer to what would be filled in for it: the reverse of reading what was filled in."""

import pytest

from sayso.core import answers
from sayso.core.entry import EMPTY, Entry
from sayso.core.outcome import Answered, FormAnswer
from sayso.core.questions import Form, FormConfirm, FormQuestion, FormSelect, FormText, Option
from sayso.core.questions.form import Problem

NAME = FormText("Name", required=False)
PLAN = FormSelect("Plan", (Option("A"), Option("B")), required=False, multiple=True, custom=True)
SURE = FormConfirm("Sure?", required=False)


@pytest.mark.parametrize(
    ("question", "entry"),
    [
        (NAME, Entry("x")),
        (PLAN, Entry("", (0, 1))),
        (PLAN, Entry("mine", (1,))),
        (PLAN, Entry("mine")),
        (SURE, Entry("", (0,))),
        (SURE, Entry("", (1,))),
        (NAME, EMPTY),
        (PLAN, EMPTY),
        (SURE, EMPTY),
    ],
)
def test_it_is_the_reverse_of_reading(question: FormQuestion, entry: Entry) -> None:
    outcome = answers.read(Form("M", (question,)), (entry,))
    assert isinstance(outcome, Answered)
    assert outcome.answers is not None
    assert answers.entry_of(question, outcome.answers[0]) == entry


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        (NAME, FormAnswer(("A",))),
        (NAME, FormAnswer(True)),
        (NAME, FormAnswer("x", "mine")),
        (NAME, FormAnswer(None, "mine")),
        (PLAN, FormAnswer("A")),
        (PLAN, FormAnswer(True)),
        (SURE, FormAnswer("yes")),
        (SURE, FormAnswer(True, "mine")),
        (SURE, FormAnswer(None, "mine")),
    ],
)
def test_of_another_kind_there_is_none(question: FormQuestion, answer: FormAnswer) -> None:
    assert answers.entry_of(question, answer) is None


@pytest.mark.parametrize("chosen", [("C",), ("A", "C"), ("A", "A")])
def test_what_is_no_choice_is_taken_by_no_question(chosen: tuple[str, ...]) -> None:
    entry = answers.entry_of(PLAN, FormAnswer(chosen))
    assert entry is not None
    assert PLAN.problem(entry) is Problem.NO_CHOICE


def test_the_order_of_the_options_counts() -> None:
    assert answers.entry_of(PLAN, FormAnswer(("B", "A"))) == Entry("", (0, 1))
