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
"""By which its window hears of it: WM_APP + 1. The lower half of the second parameter tells what it
is, the first one where."""


class Told(IntEnum):
    """What it is."""

    SELECTED = 0x0400
    """By the pointer."""
    SELECTED_BY_KEY = 0x0401
    CONTEXT_MENU = 0x007B
    BALLOON_UP = 0x0402
    BALLOON_GONE = 0x0403
    BALLOON_TIMED_OUT = 0x0404
    """Or the person has closed it."""
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
"""Characters of 16 bits, all three."""

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
    """The message by which every window hears that the taskbar is there anew, without our icon.
    Raises OSError."""
    return int(_Register("TaskbarCreated"))


def add(window: int, icon: int, tip: str) -> bool:
    """False: no taskbar takes it now; one that is busy may have taken it all the same."""
    return bool(_NotifyIcon(_ADD, byref(_data(window, icon, tip))))


def tell_places(window: int) -> bool:
    """From now on what is told of it comes with a place, and keys are told as well."""
    data = _data(window)
    data.version = _SINCE_VISTA
    return bool(_NotifyIcon(_VERSION, byref(data)))


def change(window: int, icon: int, tip: str) -> bool:
    """False: it is not there any more."""
    return bool(_NotifyIcon(_CHANGE, byref(_data(window, icon, tip))))


def show_balloon(window: int, picture: int, tip: str, title: str, body: str) -> bool:
    """In place of one that is there, without a sound: at the icon, or where the system has such
    words. `tip`: the icon's, which stays. False: the icon is not there."""
    data = _balloon(window, tip, title, body)
    data.balloon_icon = picture
    data.info_flags = _ICON_OF_OURS | _SILENT | _LARGE_ICON | _NOT_IN_QUIET_HOURS
    return bool(_NotifyIcon(_CHANGE, byref(data)))


def withdraw_balloon(window: int, tip: str) -> None:
    _NotifyIcon(_CHANGE, byref(_balloon(window, tip, "", "")))


def focus(window: int) -> None:
    """Gives the keyboard back to the taskbar, where the person had it."""
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
    """To so many characters of 16 bits, at no character's middle."""
    room = words.encode("utf-16-le", "replace")[: 2 * longest]
    return room.decode("utf-16-le", "ignore")
