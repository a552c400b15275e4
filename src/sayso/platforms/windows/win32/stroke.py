"""One stroke of a key, as a control has to know of it."""

from __future__ import annotations

import sys

assert sys.platform == "win32"

from sayso.platforms.windows.native.keys import VirtualKey
from sayso.values import Value

ACTIVATING = frozenset([VirtualKey.RETURN, VirtualKey.SPACE])
ARROWS = {
    VirtualKey.UP: -1,
    VirtualKey.LEFT: -1,
    VirtualKey.DOWN: 1,
    VirtualKey.RIGHT: 1,
}
"""Which way each leads among options."""
_MODIFIERS = frozenset(
    [
        VirtualKey.SHIFT,
        VirtualKey.CONTROL,
        VirtualKey.ALT,
        VirtualKey.CAPS_LOCK,
        VirtualKey.NUM_LOCK,
        VirtualKey.SCROLL_LOCK,
        VirtualKey.WINDOWS_LEFT,
        VirtualKey.WINDOWS_RIGHT,
    ]
)
_NO_TEXT = _MODIFIERS | {VirtualKey.RETURN, VirtualKey.TAB, VirtualKey.ESCAPE}


class Stroke(Value):
    key: int
    """A `VirtualKey`, or another."""
    place: int
    """On the keyboard."""
    time: int
    """Of the event, in milliseconds."""
    comes_up: bool = False
    is_repeated: bool = False
    """It was down before."""
    with_control: bool = False
    with_shift: bool = False

    @property
    def types(self) -> bool:
        """In a field it says that the person means the field."""
        return self.key not in _NO_TEXT
