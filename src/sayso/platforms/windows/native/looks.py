"""The look that the person has set for their system: colours, contrast, motion, dots per inch."""

import sys

assert sys.platform == "win32"

import ctypes
import winreg
from ctypes import byref, c_int, c_void_p
from ctypes.wintypes import BOOL, DWORD, HANDLE, HWND, LPCWSTR, LPWSTR, UINT
from enum import IntEnum
from typing import Final

from sayso.platforms.windows.native.library import Library


class SystemColor(IntEnum):
    """COLOR_…"""

    WINDOW = 5
    WINDOW_TEXT = 8
    HIGHLIGHT = 13
    HIGHLIGHT_TEXT = 14
    BUTTON_FACE = 15
    GRAY_TEXT = 17
    BUTTON_TEXT = 18


class _HighContrast(ctypes.Structure):
    """HIGHCONTRASTW."""

    _fields_ = (("size", UINT), ("flags", DWORD), ("scheme", LPWSTR))


_HIGH_CONTRAST, _ANIMATION, _CARET_WIDTH = 0x42, 0x1042, 0x2006
_IS_ON = 1
_DARK_TITLE = 20
"""DWMWA_USE_IMMERSIVE_DARK_MODE."""
_CLOAKED = 14
_PER_MONITOR_2: Final = -4
_PERSONALIZE = r"Software\Microsoft\Windows\CurrentVersion\Themes\Personalize"
_ACCENT = r"Software\Microsoft\Windows\DWM"

_user = Library("user32")
_dwm = Library("dwmapi")
_theme = Library("uxtheme")
_SystemParameters = _user.function("SystemParametersInfoW", BOOL, UINT, UINT, c_void_p, UINT)
_GetSysColor = _user.function("GetSysColor", DWORD, c_int, failed=None)
_SetDpiContext = _user.function("SetProcessDpiAwarenessContext", BOOL, HANDLE, failed=None)
_GetDpiForWindow = _user.function("GetDpiForWindow", UINT, HWND)
_SetAttribute = _dwm.function(
    "DwmSetWindowAttribute", c_int, HWND, DWORD, c_void_p, DWORD, failed=None
)
_GetAttribute = _dwm.function(
    "DwmGetWindowAttribute", c_int, HWND, DWORD, c_void_p, DWORD, failed=None
)
_Flush = _dwm.function("DwmFlush", c_int, failed=None)
_SetTheme = _theme.function("SetWindowTheme", c_int, HWND, LPCWSTR, LPCWSTR, failed=None)


def scale_by_screen() -> None:
    """Has this process draw as large as each screen asks for. To be called before it has a
    window."""
    _SetDpiContext(_PER_MONITOR_2)


def dpi(window: int) -> int:
    return int(_GetDpiForWindow(window))


def color(which: SystemColor) -> int:
    return int(_GetSysColor(which))


def is_high_contrast() -> bool:
    found = _HighContrast(ctypes.sizeof(_HighContrast))
    _SystemParameters(_HIGH_CONTRAST, found.size, byref(found), 0)
    return bool(found.flags & _IS_ON)


def has_motion() -> bool:
    """Whether things may move: the person has not turned animations off."""
    found = BOOL(1)
    _SystemParameters(_ANIMATION, 0, byref(found), 0)
    return bool(found.value)


def is_dark() -> bool:
    """Whether the person wants programs to be dark."""
    return _setting(_PERSONALIZE, "AppsUseLightTheme") == 0


def is_taskbar_dark() -> bool:
    """Whether the taskbar is dark. True unless the person has chosen a light one."""
    return _setting(_PERSONALIZE, "SystemUsesLightTheme") != 1


def accent() -> int | None:
    """The accent colour that the person has chosen; None: there is none."""
    found = _setting(_ACCENT, "AccentColor")
    return None if found is None else found & 0xFFFFFF


def _setting(key: str, name: str) -> int | None:
    try:
        with winreg.OpenKey(winreg.HKEY_CURRENT_USER, key) as opened:
            value, _kind = winreg.QueryValueEx(opened, name)
    except OSError:  # older systems have no such setting
        return None
    return value if isinstance(value, int) else None


def darken_title(window: int, *, dark: bool) -> None:
    """Draws the title bar dark or light, where the system can; elsewhere nothing happens."""
    value = BOOL(dark)
    _SetAttribute(window, _DARK_TITLE, byref(value), ctypes.sizeof(value))


def dress(window: int, *, dark: bool) -> None:
    """Has the system draw a control of its own dark or light; where it knows no dark, the control
    stays light."""
    _SetTheme(window, "DarkMode_Explorer" if dark else None, None)


def is_cloaked(window: int) -> bool:
    """Whether nobody sees the window, though it is shown: it may be on another virtual desktop,
    say. False where the system can't tell."""
    value = DWORD(0)
    failed = _GetAttribute(window, _CLOAKED, byref(value), ctypes.sizeof(value))
    return not failed and bool(value.value)


def await_frame() -> None:
    """Waits until what was drawn is on the screen, where the system composes the screen."""
    _Flush()
