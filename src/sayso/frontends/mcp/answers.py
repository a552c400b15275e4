"""What the person answered to `ask_user`: structured, and in texts.

Some clients hand their model the texts alone, so every answer stands there, word for word, with its
question.
"""

import json
from collections.abc import Iterator, Sequence
from typing import Any

from sayso.core import outcome as core
from sayso.frontends.mcp.questions import Question


def answers(outcome: core.Outcome, questions: Sequence[Question]) -> list[core.FormAnswer]:
    """One for each question, in their order; none at all where they are not answered.

    `questions`: empty, where they are not known here. A single question for yes or no is answered
    by either button.
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
    """Each an object: `answer`, words of the person's own as `custom`, and the question's `id`.
    What says nothing is left out: of a question left unanswered, all but the `id`."""
    return [
        ({"id": question.id} if question and question.id else {}) | _members(each, question)
        for each, question in _paired(given, questions)
    ]


def texts(given: Sequence[core.FormAnswer], questions: Sequence[Question]) -> list[str]:
    """Each under a line that says to which question it belongs; words of the person's own in a
    text by themselves."""
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
    """What they said no to."""
    paired = enumerate(_paired(given, questions), 1)
    return [
        question.heading if question else f"question {place}"
        for place, (each, question) in paired
        if each.answer is False
    ]


def _paired(
    given: Sequence[core.FormAnswer], questions: Sequence[Question]
) -> Iterator[tuple[core.FormAnswer, Question | None]]:
    """Each with its question; None, where that is not known here. No answer is lost."""
    known = questions if len(questions) == len(given) else [None] * len(given)
    return zip(given, known, strict=True)


def _members(given: core.FormAnswer, question: Question | None) -> dict[str, Any]:
    answer: Any = list(given.answer) if isinstance(given.answer, tuple) else given.answer
    if answer is None and question and question.type == "multi-select":
        answer = []  # none of them is an answer, too
    own = {"custom": given.custom} if given.custom else {}
    return ({} if answer is None else {"answer": answer}) | own


def _in_text(answer: str | list[str] | bool | None, heading: str) -> str:
    """Word for word: what was typed, or the options chosen, one a line. Whatever is blank is told
    in words, as some clients refuse a text without any."""
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
