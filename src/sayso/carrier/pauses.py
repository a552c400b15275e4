"""How long a carrier waits before it tries again. Pure: the clock is the caller's."""

from __future__ import annotations

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from collections.abc import Callable

FIRST_AGAIN, MOST_AGAIN = 1.0, 60.0
"""First and longest pause in seconds, doubling each time, after a connection that worked: a line
broke, or a lid was closed."""

FIRST_NEVER, MOST_NEVER = 5.0, 600.0
"""First and longest pause in seconds, doubling each time, as long as no connection has worked:
perhaps none ever will."""

A_WHILE = 10.0
"""Seconds for which a connection has to be up to count as one that worked. One that breaks sooner
is tried less and less often."""


LONG = 600.0
"""Seconds for which a connection has to be up before the next one may ask the person something:
else a server could ask them again and again, in its own words."""


class Pauses:
    """The pauses of one carrier. Call `came_up` when a connection is up, `ended` when it has ended
    or could not be made."""

    def __init__(self, now: Callable[[], float]) -> None:
        """`now`: a clock, in seconds."""
        self._now = now
        self.begin_again()

    def begin_again(self) -> None:
        """Forgets all earlier attempts: the person says that it should work now."""
        self._next, self._most = FIRST_NEVER, MOST_NEVER
        self._up_since: float | None = None
        self.may_ask = True
        """The next try may ask the person something."""

    def came_up(self) -> None:
        self._up_since = self._now()

    def ended(self) -> float:
        """A connection has ended, or could not be made. Returns the seconds until the next try."""
        since, self._up_since = self._up_since, None
        lasted = 0.0 if since is None else self._now() - since
        self.may_ask = lasted >= LONG
        if lasted >= A_WHILE:
            self._next, self._most = FIRST_AGAIN, MOST_AGAIN
        pause, self._next = self._next, min(2 * self._next, self._most)
        return pause
