"""How long a carrier waits before it tries again. Pure: the clock is the caller's."""

from __future__ import annotations

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from collections.abc import Callable

FIRST_AGAIN, MOST_AGAIN = 1.0, 60.0
"""Seconds, doubling, once it has worked: a line breaks, or a lid was closed."""

FIRST_NEVER, MOST_NEVER = 5.0, 600.0
"""Seconds, doubling, as long as it has never worked: perhaps it can't."""

A_WHILE = 10.0
"""Seconds for which a connection has to be up to count as one that worked: what breaks at once is
tried less and less often."""


LONG = 600.0
"""Seconds for which a connection has to be up for the next one to ask the person something: else a
server could have them asked again and again, in words of its own."""


class Pauses:
    """Of one carrier: `came_up` and `ended` as its connections do."""

    def __init__(self, now: Callable[[], float]) -> None:
        """`now`: seconds."""
        self._now = now
        self.begin_again()

    def begin_again(self) -> None:
        """As at first: the person says that it should work now."""
        self._next, self._most = FIRST_NEVER, MOST_NEVER
        self._up_since: float | None = None
        self.may_ask = True
        """The next try may ask the person something."""

    def came_up(self) -> None:
        self._up_since = self._now()

    def ended(self) -> float:
        """Or could not be begun. Seconds until the next try."""
        since, self._up_since = self._up_since, None
        lasted = 0.0 if since is None else self._now() - since
        self.may_ask = lasted >= LONG
        if lasted >= A_WHILE:
            self._next, self._most = FIRST_AGAIN, MOST_AGAIN
        pause, self._next = self._next, min(2 * self._next, self._most)
        return pause
