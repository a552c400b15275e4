"""Menus that open at some place on the screen."""

import sys

assert sys.platform == "win32"

import ctypes
from ctypes import POINTER, byref, c_int, c_size_t, c_void_p
from ctypes.wintypes import BOOL, HANDLE, HWND, LPCWSTR, LPWSTR, UINT

from sayso.platforms.windows.native import messages, windows
from sayso.platforms.windows.native.library import Library


class _Info(ctypes.Structure):
    """MENUITEMINFOW."""

    _fields_ = (
        ("size", UINT),
        ("mask", UINT),
        ("type", UINT),
        ("state", UINT),
        ("number", UINT),
        ("menu", HANDLE),
        ("checked_bitmap", HANDLE),
        ("unchecked_bitmap", HANDLE),
        ("data", c_size_t),
        ("text", LPWSTR),
        ("length", UINT),
        ("bitmap", HANDLE),
    )


_STATE, _NUMBER, _MENU, _TEXT, _TYPE = 0x1, 0x2, 0x4, 0x40, 0x100
"""MIIM_…"""
_SEPARATOR, _ROUND_MARK = 0x800, 0x200
_GREY, _CHECKED, _UNDER_HAND = 0x3, 0x8, 0x80
"""MFS_…; the last marks the line that is highlighted."""
_BY_PLACE = 0x400
_EITHER_BUTTON, _ABOVE, _SILENT, _RETURNS, _MIRRORED = 0x2, 0x20, 0x80, 0x100, 0x8000
"""TPM_…"""
_POPUP = "#32768"
"""The class of the window of a menu that is open."""
_NOTHING = 0

_user = Library("user32")
create = _user.function("CreatePopupMenu", HANDLE)
"""Makes a menu. It is destroyed with the line that opens it. Raises OSError."""
_Insert = _user.function("InsertMenuItemW", BOOL, HANDLE, UINT, BOOL, POINTER(_Info))
_Set = _user.function("SetMenuItemInfoW", BOOL, HANDLE, UINT, BOOL, POINTER(_Info))
_Delete = _user.function("DeleteMenu", BOOL, HANDLE, UINT, UINT)
_GetState = _user.function("GetMenuState", UINT, HANDLE, UINT, UINT, failed=None)
_Count = _user.function("GetMenuItemCount", c_int, HANDLE, failed=lambda count: count < 0)
_Track = _user.function(
    "TrackPopupMenuEx", c_int, HANDLE, UINT, c_int, c_int, HWND, c_void_p, failed=None
)
_FindWindow = _user.function("FindWindowExW", HWND, HWND, HWND, LPCWSTR, LPCWSTR, failed=None)


def clear(menu: int) -> None:
    """Takes out all lines, and destroys the menus that they open."""
    while _Count(menu):
        _Delete(menu, 0, _BY_PLACE)


def add_separator(menu: int) -> None:
    _insert(menu, _Info(mask=_TYPE, type=_SEPARATOR))


def add(menu: int, number: int, *, opens: int | None, is_radio: bool) -> None:
    """Adds a line below the others, with no text yet. `number`: identifies the line, from 1 on;
    `opens`: the menu that it opens; `is_radio`: of the lines beside it one alone is checked."""
    info = _Info(mask=_TYPE | _NUMBER | _STATE | _TEXT, number=number, text="")
    info.type = _ROUND_MARK if is_radio else 0
    if opens:
        info.mask, info.menu = info.mask | _MENU, opens
    _insert(menu, info)


def update_line(menu: int, place: int, words: str, *, enabled: bool, checked: bool) -> None:
    """Sets the text of the line with index `place`, and whether it is enabled and checked. No
    character of the text is special, not even "&" or a tab."""
    info = _Info(mask=_TEXT | _STATE, text=words.replace("&", "&&").replace("\t", " "))
    info.state = (0 if enabled else _GREY) | (_CHECKED if checked else 0)
    info.state |= _GetState(menu, place, _BY_PLACE) & _UNDER_HAND
    info.size = ctypes.sizeof(_Info)
    _Set(menu, place, True, byref(info))


def open_at(menu: int, window: int, x: int, y: int, *, mirrored: bool) -> int:
    """Opens the menu for that window. Once it is closed, returns the number of the line that the
    person has chosen; 0: none. The system takes messages itself until then."""
    flags = _EITHER_BUTTON | _ABOVE | _SILENT | _RETURNS | (_MIRRORED if mirrored else 0)
    windows.take_foreground(window)  # else a click elsewhere would not close the menu
    chosen = int(_Track(menu, flags, x, y, window, None))
    messages.post(window, _NOTHING)  # else the next click would not open the menu
    return chosen


def draw_open_anew() -> None:
    """Draws the open menus of this thread anew: by itself the system draws a changed line only when
    the pointer goes over it."""
    window = _FindWindow(None, None, _POPUP, None)
    while window:
        if windows.thread_is_ours(window):
            windows.draw_anew(window)
        window = _FindWindow(None, window, _POPUP, None)


def _insert(menu: int, info: _Info) -> None:
    info.size = ctypes.sizeof(_Info)
    _Insert(menu, _Count(menu), True, byref(info))
