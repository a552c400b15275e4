"""Which parts of a window are hidden, as the X server itself reckons.

Asked to copy what a window shows, the server reports the parts that it could not copy, because
something lies over them or they are outside of the screen (GraphicsExpose: X protocol, CopyArea).
Where a compositor keeps all windows whole, the server can always copy, and nothing is known.
"""

import sys

assert sys.platform == "linux"

from ctypes import POINTER, Structure, Union, byref, c_int, c_long, c_uint, c_ulong, c_void_p
from typing import NamedTuple

from sayso.platforms.linux.x11.connection import Connection

_GRAPHICS_EXPOSE, _NO_EXPOSE = 13, 14  # X11/X.h
_INCLUDE_INFERIORS = 1


class Rectangle(NamedTuple):
    """A rectangle in pixels of the server, from the window's top left."""

    x: int
    y: int
    width: int
    height: int

    @property
    def area(self) -> int:
        return self.width * self.height

    def holds(self, other: "Rectangle") -> bool:
        return (
            self.x <= other.x
            and self.y <= other.y
            and self.x + self.width >= other.x + other.width
            and self.y + self.height >= other.y + other.height
        )


class _GraphicsExpose(Structure):
    """XGraphicsExposeEvent of X11/Xlib.h."""

    _fields_ = (
        ("type", c_int),
        ("serial", c_ulong),
        ("send_event", c_int),
        ("display", c_void_p),
        ("drawable", c_ulong),
        ("x", c_int),
        ("y", c_int),
        ("width", c_int),
        ("height", c_int),
        ("count", c_int),
        ("major_code", c_int),
        ("minor_code", c_int),
    )


class _Event(Union):
    """XEvent of X11/Xlib.h."""

    _fields_ = (("type", c_int), ("exposed", _GraphicsExpose), ("pad", c_long * 24))


class Obscured(Connection):
    def __init__(self, display: str) -> None:
        """Raises OSError."""
        super().__init__(display)
        x11, number = self._x11, POINTER(c_uint)
        x11.XGetGeometry.argtypes = [
            c_void_p, c_ulong, POINTER(c_ulong), POINTER(c_int), POINTER(c_int),
            number, number, number, number,
        ]  # fmt: skip
        x11.XCreatePixmap.argtypes = [c_void_p, c_ulong, c_uint, c_uint, c_uint]
        x11.XCreatePixmap.restype = c_ulong
        x11.XFreePixmap.argtypes = [c_void_p, c_ulong]
        x11.XCreateGC.argtypes = [c_void_p, c_ulong, c_ulong, c_void_p]
        x11.XCreateGC.restype = c_void_p
        x11.XFreeGC.argtypes = [c_void_p, c_void_p]
        x11.XSetSubwindowMode.argtypes = [c_void_p, c_void_p, c_int]
        x11.XCopyArea.argtypes = [
            c_void_p, c_ulong, c_ulong, c_void_p, c_int, c_int, c_uint, c_uint, c_int, c_int,
        ]  # fmt: skip
        x11.XSync.argtypes = [c_void_p, c_int]
        x11.XPending.argtypes = [c_void_p]
        x11.XNextEvent.argtypes = [c_void_p, POINTER(_Event)]

    def parts(self, window: int, whole: Rectangle) -> list[Rectangle]:
        """The parts of the rectangle `whole` of this window that can't be seen, none twice; all of
        it, if the window has gone."""
        with self._errors_ignored():
            depth = self._depth(window)
            if not depth:
                return [whole]
            pixmap = self._x11.XCreatePixmap(
                self._display, window, whole.width, whole.height, depth
            )
            context = self._x11.XCreateGC(self._display, pixmap, 0, None)
            self._x11.XSetSubwindowMode(self._display, context, _INCLUDE_INFERIORS)
            self._x11.XCopyArea(self._display, window, pixmap, context, *whole, 0, 0)
            self._x11.XFreeGC(self._display, context)
            self._x11.XFreePixmap(self._display, pixmap)
            self._x11.XSync(self._display, False)
            return self._told(whole)

    def _depth(self, window: int) -> int:
        """Bits of each pixel; 0: the window has gone."""
        root, x, y, depth = c_ulong(), c_int(), c_int(), c_uint()
        width, height, border = c_uint(), c_uint(), c_uint()
        there = self._x11.XGetGeometry(
            self._display, window, byref(root), byref(x), byref(y),
            byref(width), byref(height), byref(border), byref(depth),
        )  # fmt: skip
        return depth.value if there else 0

    def _told(self, whole: Rectangle) -> list[Rectangle]:
        """The hidden parts, by the events that have come; all of them have come after a round trip.
        The whole, if none of them answers."""
        event, parts, answered = _Event(), [], False
        while self._x11.XPending(self._display):
            self._x11.XNextEvent(self._display, byref(event))
            answered |= event.type in (_GRAPHICS_EXPOSE, _NO_EXPOSE)
            if event.type == _GRAPHICS_EXPOSE:
                seen = event.exposed
                x, y = whole.x + seen.x, whole.y + seen.y
                parts.append(Rectangle(x, y, seen.width, seen.height))
        return parts if answered else [whole]
