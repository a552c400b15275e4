"""One stroke of a key, with what a control has to know about it."""

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
"""By how many options each arrow moves the focus."""
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
    """A `VirtualKey`, or another key's number."""
    place: int
    """The key's place on the keyboard."""
    time: int
    """The time of the event, in milliseconds."""
    comes_up: bool = False
    is_repeated: bool = False
    """The key was down before: it is held down."""
    with_control: bool = False
    with_shift: bool = False

    @property
    def types(self) -> bool:
        """Whether the key, in a field, shows that the person means the field."""
        return self.key not in _NO_TEXT
