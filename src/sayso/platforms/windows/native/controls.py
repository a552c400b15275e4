"""The system's controls in version 6 (comctl32), and the messages that they take and send."""

import sys

assert sys.platform == "win32"

import ctypes
import os
from ctypes import POINTER, byref, c_void_p
from ctypes.wintypes import BOOL, DWORD, HANDLE, HMODULE, HWND, LPCWSTR, RECT, ULONG, USHORT
from enum import IntEnum, IntFlag
from typing import Final

from sayso.platforms.windows.native import windows
from sayso.platforms.windows.native.library import Library, is_no_handle

BUTTON, EDIT, STATIC = "BUTTON", "EDIT", "STATIC"

_MANIFEST = os.path.join(os.path.dirname(__file__), "controls.manifest")
"""A manifest that asks for version 6. A program built for that version contains one; Python does
not."""


class _Context(ctypes.Structure):
    """ACTCTXW."""

    _fields_ = (
        ("size", ULONG),
        ("flags", DWORD),
        ("source", LPCWSTR),
        ("architecture", USHORT),
        ("language", USHORT),
        ("directory", LPCWSTR),
        ("resource", LPCWSTR),
        ("application", LPCWSTR),
        ("module", HMODULE),
    )


class _Classes(ctypes.Structure):
    """INITCOMMONCONTROLSEX."""

    _fields_ = (("size", DWORD), ("classes", DWORD))


class _Tool(ctypes.Structure):
    """TTTOOLINFOW."""

    _fields_ = (
        ("size", ctypes.c_uint),
        ("flags", ctypes.c_uint),
        ("window", HWND),
        ("number", ctypes.c_size_t),
        ("area", RECT),
        ("instance", HANDLE),
        ("text", LPCWSTR),
        ("parameter", ctypes.c_ssize_t),
        ("reserved", c_void_p),
    )


class ButtonStyle(IntFlag):
    """BS_…"""

    CHECK = 0x2
    RADIO = 0x4
    DRAWN_BY_US = 0xB
    TOP = 0x400


class EditStyle(IntFlag):
    """ES_…"""

    AT_RIGHT = 0x2
    LINES = 0x4
    PASSWORD = 0x20
    MOVES_DOWN = 0x40
    MOVES_SIDEWAYS = 0x80
    READ_ONLY = 0x800
    WANTS_RETURN = 0x1000


class StaticStyle(IntFlag):
    """SS_…"""

    PLAIN = 0x80
    TELLS_CLICKS = 0x100


class ButtonMessage(IntEnum):
    """BM_… and BN_…"""

    CLICKED = 0
    IS_ON = 0xF0
    TURN = 0xF1
    CLICK = 0xF5
    NO_CLICK_AT_FOCUS = 0xF8
    """BM_SETDONTCLICK: whether a radio button does not send CLICKED as it gets the focus."""


class EditMessage(IntEnum):
    """EM_… and EN_…"""

    SELECTED = 0xB0
    SELECT = 0xB1
    ROOM = 0xB2
    SCROLL_BY = 0xB6
    SHOW_CURSOR = 0xB7
    LINES = 0xBA
    LINE_BEGINS = 0xBB
    INSERT = 0xC2
    LINE = 0xC4
    LIMIT = 0xC5
    LINE_OF = 0xC9
    FORGET_UNDO = 0xCD
    FIRST_LINE = 0xCE
    FREEZE = 0xCF
    HIDE_AS = 0xCC
    MARGINS = 0xD3
    PLACE_OF_CHARACTER = 0xD6
    SET_METHOD = 0xD8
    """EM_SETIMESTATUS."""
    CHANGED = 0x300


CHANGES_CONTROLS: Final = frozenset(
    [
        0x000B,  # WM_SETREDRAW
        0x000C,  # WM_SETTEXT
        0x0030,  # WM_SETFONT
        0x00B3,  # EM_SETRECT
        0x00B4,  # EM_SETRECTNP
        0x00BC,  # EM_SETHANDLE
        EditMessage.INSERT,
        EditMessage.LIMIT,
        0x00C8,  # EM_FMTLINES
        0x00CB,  # EM_SETTABSTOPS
        EditMessage.HIDE_AS,
        EditMessage.FREEZE,
        0x00D0,  # EM_SETWORDBREAKPROC
        EditMessage.MARGINS,
        EditMessage.SET_METHOD,
        ButtonMessage.TURN,
        0x00F4,  # BM_SETSTYLE
        0x00F7,  # BM_SETIMAGE
        ButtonMessage.NO_CLICK_AT_FOCUS,
        0x0170,  # STM_SETICON
        0x0172,  # STM_SETIMAGE
        0x1501,  # EM_SETCUEBANNER
        *range(0x1600, 0x1610),  # BCM_…
    ]
)
"""Messages that change the look of a control, its text, or what it tells us."""
SET_TEXT: Final = 0x000C

_TOOLTIP = "tooltips_class32"
_ALWAYS_TIP, _NO_PREFIX = 0x1, 0x2
_ADD_TOOL, _SET_WIDTH, _NEW_TEXT = 0x432, 0x418, 0x439
_TOOL_IS_WINDOW, _BELOW, _SUBCLASS = 0x1, 0x2, 0x10
_TIP_WIDTH = 480
_LEFT_MARGIN = 1
_STANDARD_CLASSES = 0x4000 | 0xFF
_TEXT_LENGTH, _GET_TEXT = 0x000E, 0x000D

_kernel = Library("kernel32")
_CreateContext = _kernel.function("CreateActCtxW", HANDLE, POINTER(_Context), failed=is_no_handle)
_ActivateContext = _kernel.function("ActivateActCtx", BOOL, HANDLE, POINTER(c_void_p))


def use_version_6() -> None:
    """Gives this thread version 6 of the controls for the rest of its life, by an activation
    context. Raises OSError."""
    wanted = _Context(size=ctypes.sizeof(_Context), source=_MANIFEST)
    made = _CreateContext(byref(wanted))
    _ActivateContext(made, byref(c_void_p()))
    initialize = Library("comctl32").function("InitCommonControlsEx", BOOL, POINTER(_Classes))
    initialize(byref(_Classes(ctypes.sizeof(_Classes), _STANDARD_CLASSES)))


def length(window: int) -> int:
    """Length of the control's text in the system's characters, which have 16 bits."""
    return windows.send(window, _TEXT_LENGTH)


def text(window: int) -> str:
    room = ctypes.create_unicode_buffer(length(window) + 1)
    windows.send(window, _GET_TEXT, len(room), ctypes.addressof(room))
    return room.value


def text_into(window: int, address: int, characters: int) -> int:
    """Copies the control's text to `address`, with a NUL at its end. `characters`: room there, the
    NUL counted. Returns how many were copied, the NUL not counted."""
    return windows.send(window, _GET_TEXT, characters, address)


def write(address: int, words: str) -> int:
    """Copies the words to memory that is large enough, with a NUL at their end. Returns how many
    characters of 16 bits were copied, the NUL not counted."""
    room = ctypes.create_unicode_buffer(words)
    ctypes.memmove(address, room, ctypes.sizeof(room))
    return len(room) - 1


def room_of_text(window: int) -> tuple[int, int, int, int]:
    """Left, top, right and bottom of the area of an edit control in which it sets its lines."""
    found = RECT()
    windows.send(window, EditMessage.ROOM, 0, ctypes.addressof(found))
    return found.left, found.top, found.right, found.bottom


def place_of_character(window: int, character: int) -> int:
    """How far right of the control's left edge a character stands, in pixels. Less than 0: it
    stands left of that edge."""
    told = windows.send(window, EditMessage.PLACE_OF_CHARACTER, character) & 0xFFFF
    return told - 0x10000 if told & 0x8000 else told


def selection(window: int) -> tuple[int, int]:
    """Index of the first selected character, and of the first one after the selection."""
    first, beyond = DWORD(), DWORD()
    addresses = ctypes.addressof(first), ctypes.addressof(beyond)
    windows.send(window, EditMessage.SELECTED, *addresses)
    return first.value, beyond.value


def set_left_margin(window: int, pixels: int) -> None:
    windows.send(window, EditMessage.MARGINS, _LEFT_MARGIN, pixels)


class Tip:
    """The tooltip of a control: words that show while the pointer rests on it. They show below the
    control: over it, they would cover what the person has to see."""

    def __init__(self, parent: int, control: int) -> None:
        style = windows.Style.POPUP | _ALWAYS_TIP | _NO_PREFIX
        self._window = windows.create(_TOOLTIP, style=style, parent=parent)
        self._tool = _Tool(
            size=ctypes.sizeof(_Tool), flags=_TOOL_IS_WINDOW | _BELOW | _SUBCLASS, window=parent
        )
        self._tool.number, self._tool.text = control, ""
        windows.send(self._window, _ADD_TOOL, 0, ctypes.addressof(self._tool))
        windows.send(self._window, _SET_WIDTH, 0, _TIP_WIDTH)

    def say(self, words: str) -> None:
        """Sets the words. Empty: no tooltip shows."""
        self._tool.text = words
        windows.send(self._window, _NEW_TEXT, 0, ctypes.addressof(self._tool))
