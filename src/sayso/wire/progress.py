"""What a waiting call hears meanwhile."""

from __future__ import annotations

from sayso.values import Value

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from sayso.wire.replies import PromptState


class Progress(Value):
    """Where a question stands that a call waits for."""

    number: int
    """Its public number, good for withdrawing it alone."""
    state: PromptState
    """`unopened`: it waits for the person to open it, as they have set. `put_off`: they hid it for
    a while. The last two are no longer open."""
    place: int | None
    """Place in the queue, 1 is on the screen; null: not open any more."""
    of: int
    """Questions in the queue."""
    seconds_left: float | None
    """Until the deadline; null until it is painted."""
