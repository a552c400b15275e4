"""How a question stands, beside what it says: from the broker to the window the same."""

from __future__ import annotations

from sayso.values import Value


class PromptStatus(Value):
    """Its time, its place in the queue, and whether a call waits for it."""

    seconds: float
    """Left until the deadline, counted from the first painted frame."""
    place: int = 1
    """In the queue; 1 has the screen, or is next to have it."""
    of: int = 1
    """The queue's length."""
    kept_for: float | None = None
    """Nobody can be heard to wait for the answer now: it will be kept for these seconds. None: a
    call waits."""
    was_awaited: bool = True
    """Some call had time to wait for it. False: none has, so none can have stopped waiting."""
    is_out_of_reach: bool = False
    """A call waits at another machine, which gives no sign of life."""
