"""Screens, and the work area of each."""

import sys

assert sys.platform == "win32"

import ctypes
from ctypes import POINTER, byref
from ctypes.wintypes import BOOL, DWORD, HANDLE, HWND, RECT

from sayso.platforms.windows.native.library import Library


class _Info(ctypes.Structure):
    """MONITORINFO."""

    _fields_ = (("size", DWORD), ("whole", RECT), ("work", RECT), ("flags", DWORD))


_NEAREST = 2

_user = Library("user32")
_MonitorFromWindow = _user.function("MonitorFromWindow", HANDLE, HWND, DWORD)
_GetMonitorInfo = _user.function("GetMonitorInfoW", BOOL, HANDLE, POINTER(_Info))


def work_area(window: int) -> tuple[int, int, int, int]:
    """Left, top, right and bottom of the work area, which the taskbar leaves free, of the screen
    that this window is on or nearest to. Raises OSError."""
    info = _Info(ctypes.sizeof(_Info))
    _GetMonitorInfo(_MonitorFromWindow(window or None, _NEAREST), byref(info))
    return info.work.left, info.work.top, info.work.right, info.work.bottom
