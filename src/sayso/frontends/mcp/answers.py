"""The person's answers to `ask_user`, as structured content and as texts.

Some clients give their model the texts alone, so every answer stands in the texts, word for word,
with its question.
"""

import json
from collections.abc import Iterator, Sequence
from typing import Any

from sayso.core import outcome as core
from sayso.frontends.mcp.questions import Question


def answers(outcome: core.Outcome, questions: Sequence[Question]) -> list[core.FormAnswer]:
    """One answer for each question, in order; an empty list if they were not answered.

    `questions`: empty if they are not known here. A single yes-or-no question is answered by either
    button.
    """
    if isinstance(outcome, core.Answered):
        if outcome.answers is not None:
            return list(outcome.answers)
        return [core.FormAnswer(outcome.answer, outcome.custom)]
    if questions and isinstance(outcome, core.Approved):
        return [core.FormAnswer(answer=True)]
    if questions and outcome == core.Denied(core.Decider.USER):
        asks_yes_or_no = len(questions) == 1 and questions[0].type == "confirm"
        return [core.FormAnswer(answer=False)] if asks_yes_or_no else []
    return []


def structured(
    given: Sequence[core.FormAnswer], questions: Sequence[Question]
) -> list[dict[str, Any]]:
    """One object per answer: `answer`, words of the person's own as `custom`, and the question's
    `id`. Empty members are left out: an unanswered question has only its `id`."""
    return [
        ({"id": question.id} if question and question.id else {}) | _members(each, question)
        for each, question in _paired(given, questions)
    ]


def texts(given: Sequence[core.FormAnswer], questions: Sequence[Question]) -> list[str]:
    """The answers, each under a line that names its question. Words of the person's own are a text
    of their own."""
    told: list[str] = []
    for place, (each, question) in enumerate(_paired(given, questions), 1):
        which = f"Answer {place} of {len(given)}" if len(given) > 1 else "Answer"
        heading = f"{which} ({question.heading})" if question else which
        if each.answer or not each.custom:
            told.append(_in_text(_members(each, question).get("answer"), heading))
        if each.custom:
            told.append(_in_text(each.custom, f"{heading}, in words of their own"))
    return told


def refused(given: Sequence[core.FormAnswer], questions: Sequence[Question]) -> list[str]:
    """The headings of the questions that the person said no to."""
    paired = enumerate(_paired(given, questions), 1)
    return [
        question.heading if question else f"question {place}"
        for place, (each, question) in paired
        if each.answer is False
    ]


def _paired(
    given: Sequence[core.FormAnswer], questions: Sequence[Question]
) -> Iterator[tuple[core.FormAnswer, Question | None]]:
    """Each answer with its question; None: the question is not known here. No answer is lost."""
    known = questions if len(questions) == len(given) else [None] * len(given)
    return zip(given, known, strict=True)


def _members(given: core.FormAnswer, question: Question | None) -> dict[str, Any]:
    answer: Any = list(given.answer) if isinstance(given.answer, tuple) else given.answer
    if answer is None and question and question.type == "multi-select":
        answer = []  # choosing none of the options is an answer, too
    own = {"custom": given.custom} if given.custom else {}
    return ({} if answer is None else {"answer": answer}) | own


def _in_text(answer: str | list[str] | bool | None, heading: str) -> str:
    """The answer word for word: what was typed, or the options chosen, one a line. A blank answer
    is described in words, as some clients refuse blank texts."""
    match answer:
        case None:
            return f"{heading}: left unanswered"
        case bool():
            return f"{heading}: {'yes' if answer else 'no'}"
        case []:
            return f"{heading}: none of the options"
    text = answer if isinstance(answer, str) else "\n".join(answer)
    if not text or text.isspace():
        return f"{heading}: blank, {json.dumps(text)}"
    return f"{heading}:\n{text}"
