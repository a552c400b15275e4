"""Screens, and the work area of each."""

import sys

assert sys.platform == "win32"

import ctypes
from ctypes import POINTER, byref
from ctypes.wintypes import BOOL, DWORD, HANDLE, HDC, HWND, LPARAM, RECT
from typing import Any

from sayso.platforms.windows.native.library import Library


class _Info(ctypes.Structure):
    """MONITORINFO."""

    _fields_ = (("size", DWORD), ("whole", RECT), ("work", RECT), ("flags", DWORD))


_Found = ctypes.WINFUNCTYPE(BOOL, HANDLE, HDC, POINTER(RECT), LPARAM)
"""MONITORENUMPROC."""
_NEAREST = 2

_user = Library("user32")
_MonitorFromWindow = _user.function("MonitorFromWindow", HANDLE, HWND, DWORD)
_GetMonitorInfo = _user.function("GetMonitorInfoW", BOOL, HANDLE, POINTER(_Info))
_EnumDisplayMonitors = _user.function(
    "EnumDisplayMonitors", BOOL, HDC, POINTER(RECT), _Found, LPARAM, failed=None
)


def areas() -> list[tuple[int, int, int, int]]:
    """Left, top, right and bottom of each screen. Empty: the system tells of none just now."""
    found: list[tuple[int, int, int, int]] = []

    def add(_screen: int, _dc: int, area: Any, _: int) -> int:
        whole = area.contents
        found.append((whole.left, whole.top, whole.right, whole.bottom))
        return 1

    _EnumDisplayMonitors(None, None, _Found(add), 0)
    return found


def work_area(window: int) -> tuple[int, int, int, int]:
    """Left, top, right and bottom of the work area, which the taskbar leaves free, of the screen
    that this window is on or nearest to. Raises OSError."""
    info = _Info(ctypes.sizeof(_Info))
    _GetMonitorInfo(_MonitorFromWindow(window or None, _NEAREST), byref(info))
    return info.work.left, info.work.top, info.work.right, info.work.bottom
