"""A connection to an X server by raw calls of libX11, for what GDK does not offer."""

import sys

assert sys.platform == "linux"

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from ctypes import CDLL, CFUNCTYPE, c_char_p, c_int, c_ulong, c_void_p, cast
from typing import Any

_OnError = CFUNCTYPE(c_int, c_void_p, c_void_p)


class Connection:
    """A connection of our own, so that nobody else takes its events."""

    def __init__(self, display: str) -> None:
        """Raises OSError: the library is missing, or the display can't be opened."""
        self._x11: Any = CDLL("libX11.so.6")
        self._x11.XOpenDisplay.argtypes, self._x11.XOpenDisplay.restype = [c_char_p], c_void_p
        root = self._x11.XDefaultRootWindow
        root.argtypes, root.restype = [c_void_p], c_ulong
        handler = self._x11.XSetErrorHandler
        handler.argtypes, handler.restype = [c_void_p], c_void_p
        self._display = self._x11.XOpenDisplay(display.encode())
        if not self._display:
            raise OSError(f"the display {display} can't be opened")

    @contextmanager
    def _errors_ignored(self) -> Iterator[None]:
        """Ignores errors of the X server meanwhile: Xlib would end the process because of a window
        that has gone."""
        ignore: Callable[..., int] = _OnError(lambda *_: 0)
        before = self._x11.XSetErrorHandler(cast(ignore, c_void_p))  # type: ignore[arg-type]  # a pointer to a function is one
        try:
            yield
        finally:
            self._x11.XSetErrorHandler(before)
