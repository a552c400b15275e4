"""How a question stands, beside what it says: the same data from the broker to the window."""

from __future__ import annotations

from sayso.values import Value


class PromptStatus(Value):
    """A question's time, its place in the queue, and whether a call waits for it."""

    seconds: float
    """Seconds left until the deadline, counted from the first painted frame."""
    place: int = 1
    """Place in the queue; 1 has the screen, or is next to have it."""
    of: int = 1
    """Length of the queue."""
    kept_for: float | None = None
    """Seconds that the answer will be kept, as no call within reach waits for it now. None: a call
    waits, or there is no answer to keep."""
    was_awaited: bool = True
    """Whether some call had time to wait for it. False: none had, so none can have stopped
    waiting."""
    is_out_of_reach: bool = False
    """Whether a call waits at another machine that gives no sign of life."""
