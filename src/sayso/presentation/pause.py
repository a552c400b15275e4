"""Waits for a pause in what the person types and points at."""

from __future__ import annotations

from collections.abc import Callable

PAUSE = 1.0
"""Seconds without input after which a person is taken not to be typing."""
_AFTER = 0.001
"""Seconds that are added, as clocks and timers differ."""


def at_pause(
    idle: Callable[[], float | None],
    is_wanted: Callable[[], bool],
    act: Callable[[], None],
    later: Callable[[float, Callable[[], None]], object],
) -> None:
    """Calls `act` once the person pauses, if that `is_wanted` by then; at once, if they pause
    already. `idle`: the seconds since the last input; None: nobody can tell, and `act` is called at
    once. `later`: has something called after so many seconds."""

    def look() -> None:
        if not is_wanted():
            return
        seconds = idle()
        left = 0.0 if seconds is None else PAUSE - seconds
        if left > 0:
            later(left + _AFTER, look)
        else:
            act()

    look()
