"""A pause in what the person types and points at."""

import sys

assert sys.platform == "linux"

from collections.abc import Callable

from gi.repository import GLib

_PAUSE = 1.0
"""Seconds without input after which a person is taken not to be typing."""


def at_pause(
    idle: Callable[[], float | None], is_wanted: Callable[[], bool], act: Callable[[], None]
) -> None:
    """Acts once the person pauses, if that `is_wanted` by then: at once, where they do. `idle`:
    the seconds since the last input; None: nobody tells, and it acts at once."""

    def look() -> bool:
        if not is_wanted():
            return False
        seconds = idle()
        left = 0.0 if seconds is None else _PAUSE - seconds
        if left > 0:
            GLib.timeout_add(int(left * 1_000) + 1, look)
        else:
            act()
        return False

    look()
