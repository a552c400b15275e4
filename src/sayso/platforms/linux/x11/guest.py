"""Recognises an X server within a Wayland session (Xwayland): the compositor shows its windows as
it likes, and the server reports nothing of that."""

import sys

assert sys.platform == "linux"

from ctypes import POINTER, byref, c_char_p, c_int, c_void_p
from typing import Any

from sayso.errors import Unsupported
from sayso.platforms.linux.x11.connection import Connection

_MARK = "XWAYLAND"
"""The name of Xwayland's extension. Versions before 23.1 do not have the extension, but the names
of all their outputs begin so."""


def check(display: Any) -> None:
    """Raises Unsupported if this GDK display is such a server's."""
    name = display.get_name()
    outputs = [display.get_monitor(n).get_model() or "" for n in range(display.get_n_monitors())]
    if any(each.startswith(_MARK) for each in outputs) or _has_extension(name):
        raise Unsupported(
            f"the display {name} is an X server within a session of Wayland",
            remedy="set WAYLAND_DISPLAY to that session's own",
        )


def _has_extension(display: str) -> bool:
    try:
        return _Server(display).has(_MARK)
    except OSError:
        return False


class _Server(Connection):
    def has(self, extension: str) -> bool:
        number = POINTER(c_int)
        self._x11.XQueryExtension.argtypes = [c_void_p, c_char_p, number, number, number]
        ignored = [byref(c_int()) for _ in range(3)]
        return bool(self._x11.XQueryExtension(self._display, extension.encode(), *ignored))
