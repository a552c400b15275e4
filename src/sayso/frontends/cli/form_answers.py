"""Reads the answers to a form from an environment variable, for where nobody can be asked.

An error names the variable and the question, but never repeats the value: it may be a secret.
"""

from __future__ import annotations

from sayso.core import answers
from sayso.core.outcome import Answered, Decider
from sayso.core.questions.form import Problem
from sayso.core.text import visible_line
from sayso.errors import InvalidParams, ParseError, ProtocolError
from sayso.frontends.cli import headless
from sayso.values import replace
from sayso.wire.codec import decode
from sayso.wire.outcomes import decode_outcome
from sayso.wire.params import parse
from sayso.wire.questions.form import AskForm

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from sayso.core.entry import Entry
    from sayso.core.outcome import FormAnswer
    from sayso.core.questions import FormQuestion

_MEMBERS = {"answer", "custom"}
_NOT_OF_ITS_KIND = "has an answer of another kind"
_PROBLEMS = {
    Problem.MISSING: "has no answer, but needs one",
    Problem.CONTROLS: "has characters that are not text, or several lines where one is asked for",
    Problem.TOO_SHORT: "has fewer characters than min_length",
    Problem.TOO_LONG: "has more characters than it may",
    Problem.FORMAT: "does not have the format that it asks for",
    Problem.TOO_SMALL: "has a number below minimum",
    Problem.TOO_LARGE: "has a number above maximum",
    Problem.NO_CHOICE: "has a choice that it does not offer",
}


def read(name: str, message: str, questions: object) -> Answered:
    """The answers in the variable `name`, checked by the rules of the form. Raises
    InvalidParams."""
    told = _list(name)
    form = parse(AskForm, {"kind": "form", "message": message, "questions": questions}).question()
    if len(told) != len(form.questions):
        raise _wrong(
            name, f" has {len(told)} answers, and there are {len(form.questions)} questions"
        )
    entries = [_entry(*pair) for pair in zip(form.questions, told, strict=True)]
    whole = tuple(entry for entry in entries if entry is not None)
    outcome = answers.read(form, whole)  # None if one is missing
    if outcome is None:
        raise _wrong(name, f": {_first_complaint(form.questions, entries)}")
    return replace(outcome, decider=Decider.HEADLESS)


def _list(name: str) -> list[Any]:
    try:
        # in an object, as the wire reads nothing but objects
        told = decode(f'{{"answers":{headless.variable(name)}}}'.encode())
    except (ParseError, UnicodeEncodeError):
        told = {}
    match told:
        case {"answers": list(listed)} if len(told) == 1:
            return listed
    raise _wrong(name, " does not hold a JSON list")


def _entry(question: FormQuestion, told: object) -> Entry | None:
    """What the dialog would submit for this answer; None: it could submit nothing."""
    answer = _answer(told)
    return None if answer is None else answers.entry_of(question, answer)


def _first_complaint(questions: Iterable[FormQuestion], entries: Iterable[Entry | None]) -> str:
    """What is wrong with the first question that has a wrong entry; questions are counted from
    1."""
    numbered = enumerate(zip(questions, entries, strict=True), 1)
    return next(
        f"question {number} ({visible_line(question.header)}) {says}"
        for number, (question, entry) in numbered
        if (says := _complaint(question, entry))
    )


def _complaint(question: FormQuestion, entry: Entry | None) -> str:
    """What is wrong with the entry; empty: nothing."""
    if entry is None:
        return _NOT_OF_ITS_KIND
    problem = question.problem(entry)
    return "" if problem is None else _PROBLEMS[problem]


def _answer(told: object) -> FormAnswer | None:
    """The answer as the wire reads it; None: it is no answer, or has a member that no answer
    has."""
    if not isinstance(told, dict) or not told.keys() <= _MEMBERS:
        return None
    answered = {"status": Answered.status, "decider": Decider.HEADLESS, "answers": [told]}
    try:
        outcome = decode_outcome(answered)
    except ProtocolError:
        return None
    return outcome.answers[0] if isinstance(outcome, Answered) and outcome.answers else None


def _wrong(name: str, says: str) -> InvalidParams:
    remedy = f"set {name} to the list that sayso form --json writes as answers, or say deny"
    return headless.wrong(f"{name}{says}", remedy)
