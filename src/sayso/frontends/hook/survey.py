"""Questions of Claude Code's tool AskUserQuestion, as a form."""

from __future__ import annotations

from sayso.frontends.headers import fit_header
from sayso.frontends.hook.event import Abstention
from sayso.values import Value

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from sayso.core.outcome import FormAnswer


class Survey(Value):
    """A form, and what the tool needs to understand its answers."""

    asked: tuple[str, ...]
    """The questions in the tool's words; they are the keys of its answers."""
    questions: list[dict[str, Any]]
    """The questions of our form, in the same order."""

    def answers(self, given: Sequence[FormAnswer]) -> dict[str, str]:
        """The answers by question, without those that were left out. Several choices are joined by
        commas, as Claude Code's own terminal does."""
        told = zip(self.asked, given, strict=True)
        return {question: words for question, answer in told if (words := _words(answer))}


def read(told: Mapping[str, Any]) -> Survey:
    """The form for the tool's input. Raises Abstention if a form can't ask it."""
    match told.get("questions"):
        case [*questions] if questions:
            fields = [_field(each) for each in questions]
            return Survey(tuple(each["question"] for each in questions), fields)
    raise Abstention("its questions are of a shape that is not known")


def _field(question: Any) -> dict[str, Any]:
    match question:
        case {"question": str(asked), "options": [*options]}:
            header, words = fit_header(str(question.get("header") or ""), asked)
            field: dict[str, Any] = {"kind": "select", "header": header, "custom": True}
            field["options"] = [_option(each) for each in options]
            field["multiple"] = question.get("multiSelect") is True
            return field | ({"message": words} if words else {})
    raise Abstention("its questions are of a shape that is not known")


def _option(option: Any) -> dict[str, str]:
    match option:
        case {"label": str(label)}:
            described = option.get("description")
            return {"label": label} | ({"description": described} if described else {})
    raise Abstention("its options are of a shape that is not known")


def _words(answer: FormAnswer) -> str:
    chosen = answer.answer if isinstance(answer.answer, tuple) else ()
    return ", ".join((*chosen, answer.custom) if answer.custom else chosen)
