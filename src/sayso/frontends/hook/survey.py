"""Questions of Claude Code's tool AskUserQuestion, as a form."""

from __future__ import annotations

from sayso.frontends.headers import headed
from sayso.frontends.hook.event import Abstention
from sayso.values import Value

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from sayso.core.outcome import FormAnswer


class Survey(Value):
    """What is asked, and how each answer is told."""

    asked: tuple[str, ...]
    """In the tool's words: it is told the answers by these."""
    questions: list[dict[str, Any]]
    """Of a form of ours."""

    def answers(self, given: Sequence[FormAnswer]) -> dict[str, str]:
        """By question; what was left out is left out. Several choices are parted by commas, as its
        own terminal tells them."""
        told = zip(self.asked, given, strict=True)
        return {question: words for question, answer in told if (words := _words(answer))}


def read(told: Mapping[str, Any]) -> Survey:
    """Raises Abstention for what no form can ask."""
    match told.get("questions"):
        case [*questions] if questions:
            fields = [_field(each) for each in questions]
            return Survey(tuple(each["question"] for each in questions), fields)
    raise Abstention("its questions are of a shape that is not known")


def _field(question: Any) -> dict[str, Any]:
    match question:
        case {"question": str(asked), "options": [*options]}:
            header, words = headed(str(question.get("header") or ""), asked)
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
