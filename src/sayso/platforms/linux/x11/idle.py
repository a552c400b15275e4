"""How long the person has touched neither keyboard nor pointer, and whether the screen is dark, as
the X server tells.

Raw calls of libX11, of libXss (the extension MIT-SCREEN-SAVER, XScreenSaver(3)) and of libXext
(DPMS, DPMSInfo(3)).
"""

import sys

assert sys.platform == "linux"

from contextlib import suppress
from ctypes import (
    CDLL,
    POINTER,
    Structure,
    byref,
    c_char_p,
    c_int,
    c_ubyte,
    c_ulong,
    c_ushort,
    c_void_p,
)
from typing import Any

_SAVER_ON = 1  # X11/extensions/saver.h
_LIT = 0  # X11/extensions/dpmsconst.h: DPMSModeOn


def screen_saver(display: str) -> "ScreenSaver | None":
    """What tells of this display; None: the server does not tell."""
    try:
        return ScreenSaver(display)
    except OSError:
        return None


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
        self._monitors = self._power_management()

    def seconds(self) -> float:
        """Seconds since the last input of any device."""
        return float(self._info().idle / 1_000)

    def is_dark(self) -> bool:
        """Whether the server shows nothing: its own saver is on, or it has put the monitors to
        sleep. Input ends both, and the program that has the keyboard still gets it."""
        return self._info().state == _SAVER_ON or self._are_asleep()

    def _info(self) -> _Info:
        info = _Info()
        self._xss.XScreenSaverQueryInfo(self._display, self._root, byref(info))
        return info

    def _are_asleep(self) -> bool:
        if self._monitors is None:
            return False
        level, is_on = c_ushort(), c_ubyte()
        told = self._monitors.DPMSInfo(self._display, byref(level), byref(is_on))
        return bool(told and is_on.value) and level.value != _LIT

    def _power_management(self) -> Any:
        """The library that tells whether the monitors sleep; None: this server has none that
        could."""
        with suppress(OSError):
            library = CDLL("libXext.so.6")
            number = POINTER(c_int)
            library.DPMSQueryExtension.argtypes = [c_void_p, number, number]
            library.DPMSCapable.argtypes = [c_void_p]
            library.DPMSInfo.argtypes = [c_void_p, POINTER(c_ushort), POINTER(c_ubyte)]
            ignored = [byref(c_int()) for _ in range(2)]
            if library.DPMSQueryExtension(self._display, *ignored):
                return library if library.DPMSCapable(self._display) else None
        return None
