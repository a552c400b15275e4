"""The main loop of a process with a toolkit: GLib's."""

import sys

assert sys.platform == "linux"

from collections.abc import Callable
from contextlib import suppress

from gi.repository import GLib


def later(seconds: float, act: Callable[[], None]) -> Callable[[], None]:
    """Has `act` called once; what it returns calls that off."""
    due: list[int] = []

    def ring() -> bool:
        due.clear()
        act()
        return False

    def call_off() -> None:
        with suppress(IndexError):  # it has rung
            GLib.source_remove(due.pop())

    due.append(GLib.timeout_add(max(0, -int(-seconds * 1_000 // 1)), ring))
    return call_off
