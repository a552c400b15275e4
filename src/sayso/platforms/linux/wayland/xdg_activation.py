"""Uses another program's right to come to the front: xdg-activation-v1, by GDK."""

import sys

assert sys.platform == "linux"

import ctypes
from functools import cache
from typing import Any

from gi.repository import Gdk

from sayso.platforms.linux import gobject


def use_next(token: str) -> None:
    """Uses the token for the next window that is presented. Where the compositor has no such
    protocol, or GDK is too old for it, that window is presented like any other."""
    if set_token := _set_token():
        set_token(gobject.address(Gdk.Display.get_default()), token.encode())


@cache
def _set_token() -> Any:
    """gdk_wayland_display_set_startup_notification_id, which PyGObject does not offer. None: this
    GTK 3 is too old to have it."""
    library = ctypes.CDLL("libgdk-3.so.0")
    function = getattr(library, "gdk_wayland_display_set_startup_notification_id", None)
    if function is not None:
        function.argtypes = [ctypes.c_void_p, ctypes.c_char_p]
        function.restype = None
    return function
