"""What is asked because of an event, and how the outcome is told to the agent."""

from __future__ import annotations

from sayso.core.outcome import Decider, Denied
from sayso.values import Value

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any, Literal

    from sayso.core.outcome import Outcome

    Reply = Mapping[str, Any]
    """The JSON object that the agent gets."""


class Question(Value):
    """A bound question: it ends when its hook does, and nothing of it is kept."""

    words: tuple[Any, ...]
    """Arguments of the client's method: the message and, for a form, the form's questions."""
    reply: Callable[[Outcome], Reply | None]
    """Makes the reply for the agent; None: the agent gets no reply."""
    kind: Literal["confirm", "form"] = "confirm"
    options: Mapping[str, Any] = {}
    is_over: Callable[[], bool] | None = None
    """Whether the question was answered elsewhere, such as in the agent's terminal. Called several
    times a second."""


def words_of(denied: Denied) -> str:
    """The person's refusal, in words for the agent."""
    if denied.words:
        return f"The person said no: {denied.words}"
    return "The person said no."


def is_denied(outcome: Outcome) -> bool:
    """Whether the person said no."""
    return isinstance(outcome, Denied) and outcome.decider is Decider.USER
