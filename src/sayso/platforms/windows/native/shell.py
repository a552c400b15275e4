"""What the person's desktop does for programs: it opens addresses, and keeps a clipboard."""

import sys

assert sys.platform == "win32"

import ctypes
from collections.abc import Callable
from ctypes import c_int, c_void_p
from ctypes.wintypes import BOOL, DWORD, HANDLE, HWND, LPCWSTR, UINT

from sayso.platforms.windows.native.library import Library

_UNICODE_TEXT = 13
_MOVEABLE = 2
_SHOW_NORMAL = 1
_LEAST_SUCCESS = 32
_NO_PROGRAM = 31
"""SE_ERR_NOASSOC."""

_ONE_THREAD, _NO_OLD_DDE = 0x2, 0x4
"""COINIT_…"""

_shell = Library("shell32")
_user = Library("user32")
_kernel = Library("kernel32")
_ShellExecute = _shell.function(
    "ShellExecuteW", c_void_p, HWND, LPCWSTR, LPCWSTR, LPCWSTR, LPCWSTR, c_int, failed=None
)
_OpenClipboard = _user.function("OpenClipboard", BOOL, HWND)
_EmptyClipboard = _user.function("EmptyClipboard", BOOL)
_SetClipboardData = _user.function("SetClipboardData", HANDLE, UINT, HANDLE)
_GetClipboardData = _user.function("GetClipboardData", HANDLE, UINT, failed=None)
_CloseClipboard = _user.function("CloseClipboard", BOOL)
_GlobalAlloc = _kernel.function("GlobalAlloc", HANDLE, UINT, ctypes.c_size_t)
_GlobalLock = _kernel.function("GlobalLock", c_void_p, HANDLE)
_GlobalUnlock = _kernel.function("GlobalUnlock", BOOL, HANDLE, failed=None)
_Initialize = Library("ole32").function(
    "CoInitializeEx", ctypes.c_long, c_void_p, DWORD, failed=None
)


def use_components() -> None:
    """Initialises COM in this thread: the system finds some programs for files by a COM
    component."""
    _Initialize(None, _ONE_THREAD | _NO_OLD_DDE)


class NoProgram(OSError):
    """No program is set up for this kind of address."""


def open_address(address: str) -> None:
    """Opens the address in the program that the person has for it. Raises OSError; NoProgram."""
    done = _ShellExecute(None, "open", address, None, None, _SHOW_NORMAL) or 0
    if done == _NO_PROGRAM:
        raise NoProgram
    if done <= _LEAST_SUCCESS:
        raise ctypes.WinError(ctypes.get_last_error())


def paste(window: int, into: Callable[[int], None]) -> None:
    """Calls `into` with the address of the clipboard's text, which ends with a NUL; does nothing
    where the clipboard has no text. Raises OSError."""
    _OpenClipboard(window)
    try:
        if memory := _GetClipboardData(_UNICODE_TEXT):
            into(_GlobalLock(memory))
            _GlobalUnlock(memory)
    finally:
        _CloseClipboard()


def copy(window: int, text: str) -> None:
    """Puts the text into the clipboard. Raises OSError."""
    _OpenClipboard(window)  # first, as another program may have it open
    try:
        room = ctypes.create_unicode_buffer(text)
        memory = _GlobalAlloc(_MOVEABLE, ctypes.sizeof(room))
        ctypes.memmove(_GlobalLock(memory), room, ctypes.sizeof(room))
        _GlobalUnlock(memory)
        _EmptyClipboard()
        _SetClipboardData(_UNICODE_TEXT, memory)
    finally:
        _CloseClipboard()
