"""Messages: what the system tells windows, and where input comes from."""

import sys

assert sys.platform == "win32"

import ctypes
from collections.abc import Sequence
from ctypes import POINTER, byref, c_int, c_void_p
from ctypes.wintypes import BOOL, DWORD, HANDLE, HWND, LPARAM, MSG, UINT, WPARAM
from enum import IntEnum
from typing import Final

from sayso.platforms.windows.native.callbacks import LRESULT
from sayso.platforms.windows.native.handles import INFINITE, WAIT_FAILED
from sayso.platforms.windows.native.library import Library


class Message(IntEnum):
    """WM_…"""

    MOVE = 0x0003
    SIZE = 0x0005
    ACTIVATE = 0x0006
    SET_FOCUS = 0x0007
    KILL_FOCUS = 0x0008
    SET_TEXT = 0x000C
    GET_TEXT = 0x000D
    PAINT = 0x000F
    CLOSE = 0x0010
    ERASE = 0x0014
    SYSTEM_COLORS = 0x0015
    SETTING_CHANGE = 0x001A
    CANCEL_MODE = 0x001F
    CURSOR = 0x0020
    DRAW_ITEM = 0x002B
    SET_FONT = 0x0030
    WINDOW_POS_CHANGING = 0x0046
    WINDOW_POS_CHANGED = 0x0047
    CONTEXT_MENU = 0x007B
    NC_DESTROY = 0x0082
    NC_MOUSE_FIRST = 0x00A0
    NC_MOUSE_LAST = 0x00AD
    KEY_DOWN = 0x0100
    KEY_UP = 0x0101
    CHAR = 0x0102
    DEAD_CHAR = 0x0103
    SYSTEM_KEY_DOWN = 0x0104
    SYSTEM_KEY_UP = 0x0105
    SYSTEM_CHAR = 0x0106
    COMPOSING_BEGINS = 0x010D
    COMPOSING_ENDS = 0x010E
    COMPOSING = 0x010F
    COMMAND = 0x0111
    TIMER = 0x0113
    UPDATE_STATES = 0x0128
    SCROLL_ASIDE = 0x0114
    SCROLL_DOWN = 0x0115
    EDIT_COLORS = 0x0133
    BUTTON_COLORS = 0x0135
    STATIC_COLORS = 0x0138
    MOUSE_MOVE = 0x0200
    LEFT_DOWN = 0x0201
    LEFT_UP = 0x0202
    LEFT_DOUBLE = 0x0203
    WHEEL = 0x020A
    WHEEL_ASIDE = 0x020E
    MOUSE_LAST = 0x020E
    DPI_CHANGED = 0x02E0
    CUT = 0x0300
    COPY = 0x0301
    PASTE = 0x0302


class Origin(IntEnum):
    """INPUT_MESSAGE_ORIGIN_ID: where input comes from."""

    UNAVAILABLE = 0
    HARDWARE = 1
    INJECTED = 2
    """From a program, which made it up with SendInput or the like."""
    SYSTEM = 4
    """From the system, or a program of assistive technology (UIAccess)."""


TOUCH: Final = 4
PEN: Final = 8
"""INPUT_MESSAGE_DEVICE_TYPE."""


HIDE_FOCUS: Final = 0x10001
"""UIS_SET and UISF_HIDEFOCUS, for WM_UPDATEUISTATE: the system draws no focus rectangle."""


class _Source(ctypes.Structure):
    """INPUT_MESSAGE_SOURCE."""

    _fields_ = (("device", c_int), ("origin", c_int))


_ALL_INPUT, _INPUT_AVAILABLE = 0x04FF, 4
_REMOVE = 1
_NOT_SENT = 0

_user = Library("user32")
_GetSource = _user.function("GetCurrentInputMessageSource", BOOL, POINTER(_Source), failed=None)
_InSendMessage = _user.function("InSendMessageEx", DWORD, c_void_p, failed=None)
_PeekMessage = _user.function(
    "PeekMessageW", BOOL, POINTER(MSG), HWND, UINT, UINT, UINT, failed=None
)
_Translate = _user.function("TranslateMessage", BOOL, POINTER(MSG), failed=None)
_Dispatch = _user.function("DispatchMessageW", LRESULT, POINTER(MSG), failed=None)
_Wait = _user.function(
    "MsgWaitForMultipleObjectsEx",
    DWORD, DWORD, POINTER(HANDLE), DWORD, DWORD, DWORD,
    failed=lambda result: result == WAIT_FAILED,
)  # fmt: skip
_Post = _user.function("PostMessageW", BOOL, HWND, UINT, WPARAM, LPARAM, failed=None)
_GetKeyState = _user.function("GetKeyState", ctypes.c_short, c_int, failed=None)


def is_input(message: int) -> bool:
    """Whether it is a message of the keyboard or the pointer."""
    is_key = Message.KEY_DOWN <= message <= Message.SYSTEM_CHAR + 1
    return is_key or Message.MOUSE_MOVE <= message <= Message.MOUSE_LAST


def source() -> tuple[int, int]:
    """The `Origin` of the message that was taken last, and the kind of its device (0: unknown)."""
    found = _Source()
    if not _GetSource(byref(found)):
        return Origin.UNAVAILABLE, 0
    return found.origin, found.device


def is_sent_by_other() -> bool:
    """Whether another thread sent the message that is handled now: then no hand caused it."""
    return bool(_InSendMessage(None) != _NOT_SENT)


def take(window: int | None = None, first: int = 0, last: int = 0) -> MSG | None:
    """Takes the next message out of this thread's queue; None: there is none. `window`: whose
    (None: any); `first`, `last`: the range of its number (0, 0: any)."""
    message = MSG()
    return message if _PeekMessage(byref(message), window, first, last, _REMOVE) else None


def translate(message: MSG) -> None:
    """Turns the message of a key into characters, which come as messages of their own."""
    _Translate(byref(message))


def dispatch(message: MSG) -> None:
    _Dispatch(byref(message))


def post(window: int, message: int) -> None:
    """Puts a message into the window's queue."""
    _Post(window, message, 0, 0)


def wait(handles: Sequence[int]) -> None:
    """Waits until a message has come, or one of the handles is signalled. Raises OSError."""
    array = (HANDLE * len(handles))(*handles)
    _Wait(len(handles), array, INFINITE, _ALL_INPUT, _INPUT_AVAILABLE)


def is_down(key: int) -> bool:
    """Whether the key was down when the message that was taken last came."""
    return bool(_GetKeyState(key) & 0x8000)


def is_on(key: int) -> bool:
    """Whether a key that locks, such as Caps Lock, was on when the message that was taken last
    came."""
    return bool(_GetKeyState(key) & 1)
