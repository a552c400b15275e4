"""How large a question's window may be in a Wayland session."""

import sys

assert sys.platform == "linux"

from typing import Any

_SMALLEST = (640, 480)
"""Pixels of width and height, taken where there is no output yet."""


def least_room(window: Any) -> tuple[int, int]:
    """The least width and height of all outputs, as it is not known on which one the window will
    be. Nobody tells how much of an output panels take."""
    display = window.get_display()
    outputs = [display.get_monitor(n).get_geometry() for n in range(display.get_n_monitors())]
    if not outputs:
        return _SMALLEST
    return min(each.width for each in outputs), min(each.height for each in outputs)
