"""What is to be asked because of an event, and what its outcome is to the agent."""

from __future__ import annotations

from sayso.core.outcome import Decider, Denied
from sayso.values import Value

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any, Literal

    from sayso.core.outcome import Outcome

    Reply = Mapping[str, Any]
    """What is printed, as JSON."""


class Question(Value):
    """A bound one: it goes when its hook does, and nothing of it is kept."""

    words: tuple[Any, ...]
    """Of the client's method: the message and, of a form, the questions."""
    reply: Callable[[Outcome], Reply | None]
    """None: nothing is said to the agent."""
    kind: Literal["confirm", "form"] = "confirm"
    options: Mapping[str, Any] = {}
    is_over: Callable[[], bool] | None = None
    """It was answered elsewhere, as in the agent's terminal. Asked several times a second."""


def words_of(denied: Denied) -> str:
    """For the agent."""
    if denied.words:
        return f"The person said no: {denied.words}"
    return "The person said no."


def is_denied(outcome: Outcome) -> bool:
    """By the person."""
    return isinstance(outcome, Denied) and outcome.decider is Decider.USER
