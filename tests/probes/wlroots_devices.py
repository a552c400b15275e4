"""A pointer and a keyboard for a Wayland compositor, by the protocols that wlroots has for that.

These are zwlr_virtual_pointer_v1 and zwp_virtual_keyboard_v1. To the compositor and to programs
they are devices like any other. The devices live as long as the connection.
"""

import os
import struct
import threading
import time
from collections.abc import Mapping

from probes.evdev import BUTTONS, KEYS
from probes.steps import Button, Direction
from probes.wayland_client import Connection

_NOTCH = 15.0
_AXES = {Direction.UP: (0, -1), Direction.DOWN: (0, 1), Direction.LEFT: (1, -1)} | {
    Direction.RIGHT: (1, 1)
}

_MODIFIERS = {"shift": 1, "Caps_Lock": 2, "ctrl": 4, "alt": 8, "super": 64}
_LOCK = "Caps_Lock"
_NUM_LOCK, _ON_NUM_LOCK = 16, ("KP_2", "KP_3")

_KEYMAP = """xkb_keymap {{
xkb_keycodes {{ include "evdev+aliases(qwerty)" }};
xkb_types {{ include "complete" }};
xkb_compat {{ include "complete" }};
xkb_symbols {{ include "pc+{layout}+inet(evdev)" }};
}};
\0"""


class WlrootsDevices:
    """Fulfils `probes.wayland.Devices`."""

    def __init__(
        self, environ: Mapping[str, str], size: tuple[int, int], layout: str = "us"
    ) -> None:
        """`size`: width and height of all outputs together, in pixels. `layout`: the keyboard's, by
        xkb's name."""
        self._connection = Connection(environ)
        self._size = size
        self._held = self._locked = 0
        self.place = (0, 0)
        self.lock = threading.RLock()
        manager = self._connection.bind("zwlr_virtual_pointer_manager_v1")
        self._pointer = self._connection.new()
        self._connection.send(manager, 0, struct.pack("<II", 0, self._pointer))
        self._seat = self._connection.bind("wl_seat")
        manager = self._connection.bind("zwp_virtual_keyboard_manager_v1")
        self._keyboard = self._connection.new()
        self._connection.send(manager, 0, struct.pack("<II", self._seat, self._keyboard))
        told = _KEYMAP.format(layout=layout).encode()
        keymap = os.memfd_create("keymap")
        os.write(keymap, told)
        self._connection.send(self._keyboard, 0, struct.pack("<II", 1, len(told)), keymap)
        os.close(keymap)
        self._connection.sync()

    def close(self) -> None:
        self._connection.close()

    def move(self, x: int, y: int) -> None:
        self.place = x, y
        body = struct.pack("<IIIII", _now(), max(x, 0), max(y, 0), *self._size)
        self._connection.send(self._pointer, 1, body)
        self._frame()

    def press(self, button: Button, *, down: bool) -> None:
        body = struct.pack("<III", _now(), BUTTONS[button], down)
        self._connection.send(self._pointer, 2, body)
        self._frame()

    def turn(self, direction: Direction) -> None:
        axis, sign = _AXES[direction]
        amount = int(sign * _NOTCH * 256)
        self._connection.send(self._pointer, 5, struct.pack("<I", 0))  # a wheel
        body = struct.pack("<IIii", _now(), axis, amount, sign)
        self._connection.send(self._pointer, 7, body)
        self._frame()

    def key(self, name: str, *, down: bool) -> None:
        """Presses or releases a key. `name`: the key alone, without modifiers."""
        if name in _MODIFIERS:
            self._modify(name, down=down)
        elif name in _ON_NUM_LOCK:
            self._locked = self._locked | _NUM_LOCK if down else self._locked & ~_NUM_LOCK
            self._tell_modifiers()
        body = struct.pack("<III", _now(), KEYS[name], down)
        self._connection.send(self._keyboard, 1, body)
        self._connection.sync()

    def _modify(self, name: str, *, down: bool) -> None:
        mask = _MODIFIERS[name]
        if name == _LOCK:
            self._locked ^= mask if down else 0
        else:
            self._held = self._held | mask if down else self._held & ~mask
        self._tell_modifiers()

    def _tell_modifiers(self) -> None:
        body = struct.pack("<IIII", self._held, 0, self._locked, 0)
        self._connection.send(self._keyboard, 2, body)

    def _frame(self) -> None:
        self._connection.send(self._pointer, 4)
        self._connection.sync()


def _now() -> int:
    """The time in milliseconds, as in the time stamps of events."""
    return int(time.monotonic() * 1_000) & 0xFFFFFFFF
