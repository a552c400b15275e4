"""The main loop of a process with a toolkit."""

from __future__ import annotations

from sayso.values import Protocol

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from collections.abc import Callable


class Loop(Protocol):
    """The main loop of a process with a toolkit."""

    def later(self, seconds: float, act: Callable[[], None]) -> Callable[[], None]:
        """Calls `act` once, after so many seconds. Returns a function that cancels the call."""
