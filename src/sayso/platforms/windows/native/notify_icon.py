"""An icon in the notification area of the taskbar."""

import sys

assert sys.platform == "win32"

import ctypes
from ctypes import POINTER, byref
from ctypes.wintypes import BOOL, DWORD, HANDLE, HWND, LPCWSTR, UINT, WCHAR
from enum import IntEnum
from typing import Final

from sayso.platforms.windows.native.library import Library

MESSAGE: Final = 0x8001
"""WM_APP + 1: the message by which a window hears what happens to its icon. The lower half of
lParam is an `IconEvent`, wParam the place on the screen."""


class IconEvent(IntEnum):
    """What happens to the icon, or to its balloon."""

    SELECTED = 0x0400
    """With the pointer."""
    SELECTED_BY_KEY = 0x0401
    CONTEXT_MENU = 0x007B
    BALLOON_UP = 0x0402
    BALLOON_GONE = 0x0403
    BALLOON_TIMED_OUT = 0x0404
    """The balloon's time is over, or the person has closed it."""
    BALLOON_CLICKED = 0x0405


class _Data(ctypes.Structure):
    """NOTIFYICONDATAW."""

    _fields_ = (
        ("size", DWORD),
        ("window", HWND),
        ("number", UINT),
        ("flags", UINT),
        ("message", UINT),
        ("icon", HANDLE),
        ("tip", WCHAR * 128),
        ("state", DWORD),
        ("state_mask", DWORD),
        ("info", WCHAR * 256),
        ("version", UINT),
        ("info_title", WCHAR * 64),
        ("info_flags", DWORD),
        ("identity", DWORD * 4),
        ("balloon_icon", HANDLE),
    )


LONGEST_TIP: Final = 127
LONGEST_TITLE: Final = 63
LONGEST_BODY: Final = 255
"""The longest tip of an icon, title and text of a balloon, in characters of 16 bits."""

_ADD, _CHANGE, _REMOVE, _FOCUS, _VERSION = range(5)
"""NIM_…"""
_HAS_MESSAGE, _HAS_ICON, _HAS_TIP, _HAS_BALLOON, _SHOWS_TIP = 0x1, 0x2, 0x4, 0x10, 0x80
"""NIF_…"""
_ICON_OF_OURS, _SILENT, _LARGE_ICON, _NOT_IN_QUIET_HOURS = 0x4, 0x10, 0x20, 0x80
"""NIIF_…"""
_SINCE_VISTA = 4
"""NOTIFYICON_VERSION_4."""

_user = Library("user32")
_Register = _user.function("RegisterWindowMessageW", UINT, LPCWSTR)
_NotifyIcon = Library("shell32").function(
    "Shell_NotifyIconW", BOOL, DWORD, POINTER(_Data), failed=None
)


def taskbar_created() -> int:
    """The message by which every window hears that the taskbar was made anew, without our icon.
    Raises OSError."""
    return int(_Register("TaskbarCreated"))


def add(window: int, icon: int, tip: str) -> bool:
    """Adds the icon. False: no taskbar takes it now, but a busy one may have taken it all the
    same."""
    return bool(_NotifyIcon(_ADD, byref(_data(window, icon, tip))))


def use_version_4(window: int) -> bool:
    """From now on the messages of the icon come with a place on the screen, and there are some for
    keys, too. False: it failed."""
    data = _data(window)
    data.version = _SINCE_VISTA
    return bool(_NotifyIcon(_VERSION, byref(data)))


def change(window: int, icon: int, tip: str) -> bool:
    """Changes the icon and its tip. False: the icon is not there any more."""
    return bool(_NotifyIcon(_CHANGE, byref(_data(window, icon, tip))))


def show_balloon(window: int, picture: int, tip: str, title: str, body: str) -> bool:
    """Shows a balloon without a sound, in place of an earlier one: at the icon, or wherever the
    system shows notifications. `tip`: the icon's, which stays. False: the icon is not there."""
    data = _balloon(window, tip, title, body)
    data.balloon_icon = picture
    data.info_flags = _ICON_OF_OURS | _SILENT | _LARGE_ICON | _NOT_IN_QUIET_HOURS
    return bool(_NotifyIcon(_CHANGE, byref(data)))


def withdraw_balloon(window: int, tip: str) -> None:
    _NotifyIcon(_CHANGE, byref(_balloon(window, tip, "", "")))


def focus(window: int) -> None:
    """Gives the keyboard focus back to the taskbar, where the person had it."""
    _NotifyIcon(_FOCUS, byref(_data(window)))


def remove(window: int) -> None:
    _NotifyIcon(_REMOVE, byref(_data(window)))


def _data(window: int, icon: int = 0, tip: str = "") -> _Data:
    flags = _HAS_MESSAGE | _HAS_ICON | _HAS_TIP | _SHOWS_TIP
    data = _Data(
        size=ctypes.sizeof(_Data), window=window, number=1, flags=flags, message=MESSAGE, icon=icon
    )
    data.tip = cut(tip, LONGEST_TIP)
    return data


def _balloon(window: int, tip: str, title: str, body: str) -> _Data:
    data = _data(window, tip=tip)
    data.flags = _HAS_BALLOON | _HAS_TIP | _SHOWS_TIP
    data.info_title, data.info = cut(title, LONGEST_TITLE), cut(body, LONGEST_BODY)
    return data


def cut(words: str, longest: int) -> str:
    """The words, cut to `longest` characters of 16 bits, but never in the middle of a character."""
    room = words.encode("utf-16-le", "replace")[: 2 * longest]
    return room.decode("utf-16-le", "ignore")
