"""How long the person has touched neither keyboard nor pointer, as the X server measures it.

Raw calls of libX11 and libXss: the extension MIT-SCREEN-SAVER, XScreenSaver(3).
"""

import sys

assert sys.platform == "linux"

from collections.abc import Callable
from ctypes import CDLL, POINTER, Structure, byref, c_char_p, c_int, c_ulong, c_void_p


def measure(display: str) -> Callable[[], float] | None:
    """A function that returns the seconds since the last input; None: the server does not measure
    them."""
    try:
        saver = ScreenSaver(display)
    except OSError:
        return None
    return lambda: saver.idle() / 1_000


class _Info(Structure):
    """XScreenSaverInfo of X11/extensions/scrnsaver.h."""

    _fields_ = (
        ("window", c_ulong),
        ("state", c_int),
        ("kind", c_int),
        ("til_or_since", c_ulong),
        ("idle", c_ulong),
        ("event_mask", c_ulong),
    )


class ScreenSaver:
    """A connection of its own to an X server that measures the time since the last input."""

    def __init__(self, display: str) -> None:
        """Raises OSError: a library is missing, or the server does not measure."""
        x11, self._xss = CDLL("libX11.so.6"), CDLL("libXss.so.1")
        x11.XOpenDisplay.argtypes, x11.XOpenDisplay.restype = [c_char_p], c_void_p
        x11.XDefaultRootWindow.argtypes, x11.XDefaultRootWindow.restype = [c_void_p], c_ulong
        number = POINTER(c_int)
        x11.XQueryExtension.argtypes = [c_void_p, c_char_p, number, number, number]
        self._xss.XScreenSaverQueryExtension.argtypes = [c_void_p, number, number]
        self._xss.XScreenSaverQueryInfo.argtypes = [c_void_p, c_ulong, POINTER(_Info)]
        self._display = x11.XOpenDisplay(display.encode())
        if not self._display:
            raise OSError(f"the display {display} can't be opened")
        ignored = [byref(c_int()) for _ in range(3)]
        # a server inside a Wayland session gets no input that goes to that session's own windows
        if x11.XQueryExtension(self._display, b"XWAYLAND", *ignored):
            raise OSError("the X server runs inside a Wayland session")
        if not self._xss.XScreenSaverQueryExtension(self._display, *ignored[:2]):
            raise OSError("the X server has no MIT-SCREEN-SAVER extension")
        self._root = x11.XDefaultRootWindow(self._display)

    def idle(self) -> int:
        """Milliseconds since the last input of any device."""
        info = _Info()
        self._xss.XScreenSaverQueryInfo(self._display, self._root, byref(info))
        return int(info.idle)
