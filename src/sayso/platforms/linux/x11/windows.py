"""Raw calls of libX11: what a window manager tells of windows (EWMH and ICCCM).

GDK knows other programs' windows, but PyGObject can't call the function that reads their
properties.
"""

import sys

assert sys.platform == "linux"

from collections.abc import Iterator
from contextlib import contextmanager
from ctypes import (
    POINTER,
    byref,
    c_char_p,
    c_int,
    c_long,
    c_ubyte,
    c_ulong,
    c_void_p,
    cast,
    string_at,
)
from typing import Any

from sayso.platforms.linux.x11.connection import Connection

_ANY_TYPE = 0
_LONGEST = 1_024
"""The most of a property that is read, in units of four bytes."""


class Windows(Connection):
    def __init__(self, display: str) -> None:
        """Raises OSError."""
        super().__init__(display)
        x11 = self._x11
        x11.XInternAtom.argtypes, x11.XInternAtom.restype = [c_void_p, c_char_p, c_int], c_ulong
        x11.XFree.argtypes = [c_void_p]
        x11.XGetSelectionOwner.argtypes = [c_void_p, c_ulong]
        x11.XGetSelectionOwner.restype = c_ulong
        x11.XGetWindowProperty.argtypes = [
            c_void_p, c_ulong, c_ulong, c_long, c_long, c_int, c_ulong, POINTER(c_ulong),
            POINTER(c_int), POINTER(c_ulong), POINTER(c_ulong), POINTER(POINTER(c_ubyte)),
        ]  # fmt: skip
        self._root = x11.XDefaultRootWindow(self._display)

    def is_owned(self, selection: str) -> bool:
        """Whether some program owns this selection. GDK knows only of our own process."""
        return bool(self._x11.XGetSelectionOwner(self._display, self._atom(selection)))

    def active(self) -> int | None:
        """The window with the keyboard focus; None: there is none, or nobody manages windows."""
        return next(
            (each for each in self._numbers(self._root, "_NET_ACTIVE_WINDOW") if each), None
        )

    def fills_screen(self, window: int) -> bool:
        return self._atom("_NET_WM_STATE_FULLSCREEN") in self._numbers(window, "_NET_WM_STATE")

    def is_managed(self, window: int) -> bool:
        """Whether a window manager manages this window, visible or not (ICCCM 4.1.3.1: WM_STATE is
        there, and not WithdrawnState). False once another program has withdrawn the window."""
        return any(self._numbers(window, "WM_STATE")[:1])

    def name(self, window: int) -> str:
        """The name by which the window's program introduces it; empty: there is none, or the window
        has gone."""
        with self._property(window, "WM_CLASS") as (data, width, count):
            if width != 8:
                return ""
            return string_at(data, count).partition(b"\0")[0].decode(errors="replace")

    def _numbers(self, window: int, name: str) -> list[int]:
        with self._property(window, name) as (data, width, count):
            # Xlib hands out each 32-bit item as a long, however large a long is
            return cast(data, POINTER(c_ulong))[:count] if width == 32 else []

    @contextmanager
    def _property(self, window: int, name: str) -> Iterator[tuple[Any, int, int]]:
        """The address of the property's items, valid until the end of the block, the bits of each
        item, and their number. 0 bits: there is no such property, or the window has gone."""
        kind, width, count, left = c_ulong(), c_int(), c_ulong(), c_ulong()
        data = POINTER(c_ubyte)()
        with self._errors_ignored():
            self._x11.XGetWindowProperty(
                self._display, window, self._atom(name), 0, _LONGEST, False, _ANY_TYPE,
                byref(kind), byref(width), byref(count), byref(left), byref(data),
            )  # fmt: skip
        try:
            yield data, width.value, count.value
        finally:
            if data:
                self._x11.XFree(data)

    def _atom(self, name: str) -> int:
        return int(self._x11.XInternAtom(self._display, name.encode(), False))
