"""The main loop of a process with a toolkit: GLib's."""

import sys

assert sys.platform == "linux"

from collections.abc import Callable
from contextlib import suppress

from gi.repository import GLib


def later(seconds: float, act: Callable[[], None], *, at_rest: bool = False) -> Callable[[], None]:
    """Calls `act` once, after so many seconds. Returns a function that calls this off. `at_rest`:
    only when all else that is due by then is done."""
    due: list[int] = []

    def ring() -> bool:
        due.clear()
        act()
        return False

    def call_off() -> None:
        with suppress(IndexError):  # `act` has been called
            GLib.source_remove(due.pop())

    priority = GLib.PRIORITY_LOW if at_rest else GLib.PRIORITY_DEFAULT
    due.append(GLib.timeout_add(max(0, -int(-seconds * 1_000 // 1)), ring, priority=priority))
    return call_off
