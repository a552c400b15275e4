"""Which outcome answers which kind of question: nothing else is ever recorded as its answer."""

from sayso.core.outcome import Answered, Approved, By, Decision, Denied, Dismissed, TimedOut
from sayso.core.questions import Choice, Confirm, Notice, Password, Question, Select, Text
from sayso.values import assert_never

Filled = str | tuple[int, ...]
"""What a dialog says was filled in: the text, or the places of the options chosen, from 0."""


def choose(
    question: Question,
    choice: Choice,
    by: By | None = None,
    checked: bool | None = None,
    words: str = "",
) -> Decision | None:
    """What the person pressed, by whatever, as the question's outcome; None: it has no such.

    Words that can't go along with the denial leave it as it is: a denial always counts.
    """
    match choice:
        case Choice.APPROVE if isinstance(question, Notice):
            outcome: Decision = Answered(by=by)
        case Choice.APPROVE:
            outcome = Approved(by=by, checked=checked)
        case Choice.DENY:
            is_fit = isinstance(question, Confirm) and question.takes_words(words)
            outcome = Denied(words=words if is_fit else "")
        case Choice.DISMISS:
            outcome = Dismissed()
        case _:
            assert_never(choice)
    return outcome if fits(question, outcome) else None


def read(question: Question, filled: Filled, by: By | None = None) -> Answered | None:
    """What was filled in, by whatever, as the question's answer; None: it is none."""
    if isinstance(question, Select) and isinstance(filled, tuple):
        options = question.chosen(filled)
        return None if options is None else Answered(answer=options, by=by)
    if isinstance(question, Text) and isinstance(filled, str) and question.takes(filled):
        return Answered(answer=filled, by=by)
    return None


def fits(question: Question, outcome: Decision) -> bool:  # noqa: RET503 - assert_never does not return
    """Whether this kind of question can end so, whatever its words are."""
    match outcome:
        case Dismissed() | TimedOut():
            return True
        case Denied(words=words):
            return not isinstance(question, Notice) and (
                not words or (isinstance(question, Confirm) and question.takes_words(words))
            )
        case Approved(checked=checked):
            return isinstance(question, Confirm) and (checked is not None) == bool(question.check)
        case Answered(answer=answer, secret=secret):
            match question:
                case Confirm():
                    return False
                case Notice():
                    return answer is None and secret is None
                case Password():
                    return answer is None and secret is not None
                case Text():
                    return isinstance(answer, str) and secret is None
                case Select():
                    return isinstance(answer, tuple) and secret is None
                case _:
                    assert_never(question)
        case _:
            assert_never(outcome)
