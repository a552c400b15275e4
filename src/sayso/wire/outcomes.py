"""Outcomes as JSON objects: `status`, `decider` and the fields of the outcome's class.

Fields that describe an answer, and `by`, are left out while they are empty.
"""

from __future__ import annotations

from sayso.core.outcome import (
    OUTCOMES,
    Answered,
    Approved,
    By,
    Decider,
    Denied,
    FormAnswer,
    Outcome,
    Pending,
)
from sayso.core.secret import Secret
from sayso.errors import ProtocolError

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from typing import Any

_KINDS: dict[str, type[Outcome]] = {kind.status: kind for kind in OUTCOMES}


def encode_outcome(outcome: Outcome) -> dict[str, Any]:
    """The outcome as JSON. A secret is announced by its size, `secret_bytes`, and follows the line
    as raw bytes."""
    if isinstance(outcome, Approved | Answered):
        by = {} if outcome.by is None else {"by": outcome.by}
        decided = {"status": outcome.status, "decider": outcome.decider}
        return decided | _answered(outcome) | by
    told = {"status": outcome.status} | vars(outcome)
    if isinstance(outcome, Denied) and not outcome.words:
        del told["words"]
    if isinstance(outcome, Pending) and not outcome.unopened:
        del told["unopened"]
    return told


def _answered(outcome: Approved | Answered) -> dict[str, Any]:
    checked = {} if outcome.checked is None else {"checked": outcome.checked}
    if isinstance(outcome, Approved):
        return checked
    if outcome.secret is not None:
        return {"secret_bytes": len(outcome.secret)} | checked
    if outcome.answers is not None:
        return {"answers": [_one(each.answer, each.custom) for each in outcome.answers]}
    return _one(outcome.answer, outcome.custom) | checked


def _one(answer: str | tuple[str, ...] | bool | None, custom: str) -> dict[str, Any]:
    told: dict[str, Any] = {"custom": custom} if custom else {}
    if answer is not None:
        told["answer"] = list(answer) if isinstance(answer, tuple) else answer
    return told


def decode_outcome(result: dict[str, Any]) -> Outcome:
    """Reads an outcome, and ignores fields that this version does not know. Raises
    ProtocolError."""
    status = result.get("status")
    kind = _KINDS.get(status) if isinstance(status, str) else None
    if kind is None:
        raise ProtocolError(f"unknown status {status!r}")
    values = {name: value for name, value in result.items() if name in kind.__match_args__}
    try:
        values["decider"] = _decider(kind, values["decider"])
        _check_secret(values.get("secret"))
        if "answer" in values:
            values["answer"] = _answer(values["answer"])
        if "answers" in values:
            values["answers"] = _answers(values["answers"])
        _check_extras(values)
        if "by" in values:
            values["by"] = _by(values["by"], values["decider"])
        return kind(**values)
    except (KeyError, TypeError, ValueError) as error:
        raise ProtocolError(f"not a whole {kind.status} outcome: {error!r}") from error


def _decider(kind: type[Outcome], value: Any) -> Decider | None:
    """Reads who decided. Raises ValueError for a decider that this outcome can't have: nobody but
    the user approves."""
    decider = None if value is None else Decider(value)
    if decider not in kind.deciders:
        raise ValueError(f"{value} can't decide this")
    return decider


def _check_extras(values: dict[str, Any]) -> None:
    """Checks the optional fields. Raises TypeError, ValueError."""
    if not isinstance(values.get("checked"), bool | None):
        raise TypeError("a check box is on or off")
    if not isinstance(values.get("unopened", False), bool):
        raise TypeError("a question was opened or not")
    words = values.get("words", "")
    if not isinstance(words, str) or not isinstance(values.get("custom", ""), str):
        raise TypeError("words are a text")
    if words and values["decider"] is not Decider.USER:
        raise ValueError("nobody but the person says words")


def _by(value: Any, decider: Decider | None) -> By:
    """Reads by what the person answered. Raises ValueError for an unknown value, and where the
    person did not decide."""
    if decider is not Decider.USER:
        raise ValueError("nobody but the person answers by something")
    return By(value)


def _answer(value: Any) -> str | tuple[str, ...]:
    """A text, or the options that were chosen. Raises TypeError."""
    if isinstance(value, str):
        return value
    if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
        raise TypeError("an answer is a text or a list of texts")
    return tuple(value)


def _answers(value: Any) -> tuple[FormAnswer, ...]:
    """Raises TypeError."""
    if not isinstance(value, list):
        raise TypeError("the answers to a form are a list")
    return tuple(_form_answer(**each) for each in value)


def _form_answer(answer: Any = None, custom: Any = "", **_: Any) -> FormAnswer:
    """Reads one answer, and ignores members that this version does not know. Raises TypeError."""
    if not isinstance(custom, str):
        raise TypeError("words of one's own are a text")
    if answer is None or isinstance(answer, bool):
        return FormAnswer(answer, custom)
    return FormAnswer(_answer(answer), custom)


def _check_secret(value: Any) -> None:
    """Raises TypeError for a secret that came inside the line, as text."""
    if not isinstance(value, Secret | None):
        raise TypeError("a secret comes as raw bytes")
