"""Windows in the sense of the Win32 API: each control is a window, too."""

import sys

assert sys.platform == "win32"

import ctypes
from collections.abc import Callable, Iterator
from ctypes import POINTER, byref, c_int, c_void_p
from ctypes.wintypes import (
    ATOM,
    BOOL,
    DWORD,
    HANDLE,
    HMODULE,
    HWND,
    LPARAM,
    LPCWSTR,
    LPWSTR,
    POINT,
    RECT,
    UINT,
    WPARAM,
)
from enum import IntFlag
from functools import wraps
from typing import Any, ParamSpec, TypeVar

from sayso.platforms.windows.native.callbacks import LRESULT, Procedure, window_procedure
from sayso.platforms.windows.native.library import Library


class Style(IntFlag):
    """WS_…"""

    POPUP = 0x80000000
    CHILD = 0x40000000
    VISIBLE = 0x10000000
    CLIP_CHILDREN = 0x02000000
    CAPTION = 0x00C00000
    SCROLLS_DOWN = 0x00200000
    SCROLLS_ASIDE = 0x00100000
    SYSTEM_MENU = 0x00080000
    GROUP = 0x00020000
    TAB_STOP = 0x00010000


class Extended(IntFlag):
    """WS_EX_…"""

    NONE = 0
    DIALOG_FRAME = 0x00000001
    """The frame of a dialog: no icon beside the title."""
    TOPMOST = 0x00000008
    TRANSPARENT = 0x00000020
    TOOL_WINDOW = 0x00000080
    WORDS_AT_RIGHT = 0x00001000
    READ_FROM_RIGHT = 0x00002000
    SCROLLS_AT_LEFT = 0x00004000
    CONTROL_PARENT = 0x00010000
    RIGHT_TO_LEFT = 0x00400000
    LAYERED = 0x00080000
    NO_ACTIVATE = 0x08000000


class _Class(ctypes.Structure):
    """WNDCLASSEXW."""

    _fields_ = (
        ("size", UINT),
        ("style", UINT),
        ("procedure", c_void_p),
        ("class_extra", c_int),
        ("window_extra", c_int),
        ("instance", HMODULE),
        ("icon", HANDLE),
        ("cursor", HANDLE),
        ("background", HANDLE),
        ("menu", LPCWSTR),
        ("name", LPCWSTR),
        ("small_icon", HANDLE),
    )


class ScrollInfo(ctypes.Structure):
    """SCROLLINFO."""

    _fields_ = (
        ("size", UINT),
        ("mask", UINT),
        ("least", c_int),
        ("most", c_int),
        ("page", UINT),
        ("at", c_int),
        ("tracked", c_int),
    )


_STYLE, _EXTENDED, _PROCEDURE = -16, -20, -4
_MESSAGE_ONLY = -3
_ARROW = 32512
_SHOW_NO_ACTIVATE, _HIDE = 4, 0
_NO_SIZE, _NO_MOVE, _NO_Z_ORDER, _NO_ACTIVATE, _FRAME_CHANGED = 1, 2, 4, 0x10, 0x20
_SHOWS, _HIDES = 0x40, 0x80
_TOPMOST = -1
_HORIZONTAL, _VERTICAL = 0, 1
_BAR_HEIGHT = 3
"""SM_CYHSCROLL."""
_ALL_OF_SCROLL = 0x17
_UPDATE_NOW, _ALL_CHILDREN, _INVALIDATE, _ERASE = 0x100, 0x80, 1, 4
_LONGEST_KIND = 257
_FIRST_CHILD, _NEXT = 5, 2
_NOWHERE = -(1 << 20), -(1 << 20)
_PARENT = 1
"""GA_PARENT."""
_ABOVE = 3
"""GW_HWNDPREV."""

_user = Library("user32")
_kernel = Library("kernel32")
_GetModuleHandle = _kernel.function("GetModuleHandleW", HMODULE, LPCWSTR)
_RegisterClass = _user.function("RegisterClassExW", ATOM, POINTER(_Class))
_LoadCursor = _user.function("LoadCursorW", HANDLE, HMODULE, c_void_p)
_CreateWindow = _user.function(
    "CreateWindowExW",
    HWND, DWORD, LPCWSTR, LPCWSTR, DWORD, c_int, c_int, c_int, c_int,
    HWND, HANDLE, HMODULE, c_void_p,
)  # fmt: skip
default = _user.function("DefWindowProcW", LRESULT, HWND, UINT, WPARAM, LPARAM, failed=None)
_CallWindowProc = _user.function(
    "CallWindowProcW", LRESULT, c_void_p, HWND, UINT, WPARAM, LPARAM, failed=None
)
_DestroyWindow = _user.function("DestroyWindow", BOOL, HWND)
_ShowWindow = _user.function("ShowWindow", BOOL, HWND, c_int, failed=None)
_SetWindowPos = _user.function("SetWindowPos", BOOL, HWND, HWND, c_int, c_int, c_int, c_int, UINT)
_GetClassName = _user.function("GetClassNameW", c_int, HWND, LPWSTR, c_int)
_EnableWindow = _user.function("EnableWindow", BOOL, HWND, BOOL, failed=None)
is_visible = _user.function("IsWindowVisible", BOOL, HWND, failed=None)
_GetSystemMetrics = _user.function("GetSystemMetricsForDpi", c_int, c_int, UINT)
_GetAncestor = _user.function("GetAncestor", HWND, HWND, UINT, failed=None)
_HideCaret = _user.function("HideCaret", BOOL, HWND, failed=None)
_EndMenu = _user.function("EndMenu", BOOL, failed=None)
_IsIconic = _user.function("IsIconic", BOOL, HWND, failed=None)
_SetWindowText = _user.function("SetWindowTextW", BOOL, HWND, LPCWSTR)
_GetWindowLong = _user.function("GetWindowLongPtrW", LRESULT, HWND, c_int, failed=None)
_SetWindowLong = _user.function("SetWindowLongPtrW", LRESULT, HWND, c_int, LRESULT, failed=None)
_GetClientRect = _user.function("GetClientRect", BOOL, HWND, POINTER(RECT))
_GetWindowRect = _user.function("GetWindowRect", BOOL, HWND, POINTER(RECT))
_AdjustWindowRect = _user.function(
    "AdjustWindowRectExForDpi", BOOL, POINTER(RECT), DWORD, BOOL, DWORD, UINT
)
_RedrawWindow = _user.function("RedrawWindow", BOOL, HWND, c_void_p, HANDLE, UINT)
_GetUpdateRect = _user.function("GetUpdateRect", BOOL, HWND, c_void_p, BOOL, failed=None)
_SetFocus = _user.function("SetFocus", HWND, HWND, failed=None)
_GetFocus = _user.function("GetFocus", HWND, failed=None)
_GetForegroundWindow = _user.function("GetForegroundWindow", HWND, failed=None)
_SetForegroundWindow = _user.function("SetForegroundWindow", BOOL, HWND, failed=None)
_IsChild = _user.function("IsChild", BOOL, HWND, HWND, failed=None)
_GetNextTabItem = _user.function("GetNextDlgTabItem", HWND, HWND, HWND, BOOL, failed=None)
_GetCursorPos = _user.function("GetCursorPos", BOOL, POINTER(POINT))
_WindowFromPoint = _user.function("WindowFromPoint", HWND, POINT, failed=None)
_GetWindowThread = _user.function("GetWindowThreadProcessId", DWORD, HWND, c_void_p, failed=None)
_GetCurrentThread = _kernel.function("GetCurrentThreadId", DWORD)
_GetWindow = _user.function("GetWindow", HWND, HWND, UINT, failed=None)
_SetScrollInfo = _user.function(
    "SetScrollInfo", c_int, HWND, c_int, POINTER(ScrollInfo), BOOL, failed=None
)
_GetScrollInfo = _user.function("GetScrollInfo", BOOL, HWND, c_int, POINTER(ScrollInfo))
_ShowScrollBar = _user.function("ShowScrollBar", BOOL, HWND, c_int, BOOL)
_SendMessage = _user.function("SendMessageW", LRESULT, HWND, UINT, WPARAM, c_void_p, failed=None)
_SetTimer = _user.function("SetTimer", ctypes.c_size_t, HWND, ctypes.c_size_t, UINT, c_void_p)
_KillTimer = _user.function("KillTimer", BOOL, HWND, ctypes.c_size_t, failed=None)

_kept: dict[object, Any] = {}
"""Callbacks, kept from the garbage collector for as long as the system may call them."""

_Result = TypeVar("_Result")
_Parameters = ParamSpec("_Parameters")
_focus_targets: list[int] = []
_at_work: list[object] = []
"""Our functions that are changing windows of ours right now, the innermost last."""


def by_us() -> bool:
    """Whether a message that a window gets now comes from a function of ours, whatever led to that
    call."""
    return bool(_at_work)


def _ours(act: Callable[_Parameters, _Result]) -> Callable[_Parameters, _Result]:
    @wraps(act)
    def acting(*arguments: _Parameters.args, **named: _Parameters.kwargs) -> _Result:
        _at_work.append(act)
        try:
            return act(*arguments, **named)
        finally:
            _at_work.pop()

    return acting


def register(name: str, procedure: Procedure) -> None:
    """Registers a class of windows of ours, whose messages `procedure` handles. Raises OSError."""
    kept = _kept[name] = window_procedure(procedure)
    kind = _Class(
        size=ctypes.sizeof(_Class),
        procedure=ctypes.cast(kept, c_void_p),
        instance=_GetModuleHandle(None),
        cursor=_LoadCursor(None, _ARROW),
        name=name,
    )
    _RegisterClass(byref(kind))


def create(
    kind: str,
    text: str = "",
    *,
    style: int = 0,
    extended: int = Extended.NONE,
    parent: int | None = None,
) -> int:
    """Makes a window, with no size yet; returns its handle. `kind`: its class. Raises OSError."""
    instance = _GetModuleHandle(None)
    return int(_CreateWindow(extended, kind, text, style, 0, 0, 0, 0, parent, None, instance, None))


def create_unseen(kind: str) -> int:
    """Makes a window that only takes messages, on no screen."""
    instance = _GetModuleHandle(None)
    return int(_CreateWindow(0, kind, "", 0, 0, 0, 0, 0, _MESSAGE_ONLY, None, instance, None))


def listen(window: int, procedure: Procedure) -> Procedure:
    """Has `procedure` handle the messages of a control of the system's. Returns the procedure that
    handled them before, to which `procedure` may hand messages on."""
    kept = window_procedure(procedure)
    before = _SetWindowLong(window, _PROCEDURE, ctypes.cast(kept, c_void_p).value or 0)
    _kept[window] = kept
    return lambda *message: int(_CallWindowProc(before, *message))


def forget(window: int) -> None:
    """Drops the procedure of a window that is being destroyed: it is not called any more."""
    _kept.pop(window, None)


@_ours
def destroy(window: int) -> None:
    _DestroyWindow(window)


@_ours
def show(window: int, *, shown: bool) -> None:
    """Shows or hides the window. A window that is shown does not take the keyboard focus."""
    _ShowWindow(window, _SHOW_NO_ACTIVATE if shown else _HIDE)


@_ours
def place(window: int, x: int, y: int, width: int, height: int) -> None:
    _SetWindowPos(window, None, x, y, width, height, _NO_Z_ORDER | _NO_ACTIVATE)


@_ours
def put_behind(window: int, other: int) -> None:
    """Puts a window right behind another in the same parent (Z order, which is the tab order, too);
    its place stays."""
    _SetWindowPos(window, other, 0, 0, 0, 0, _NO_SIZE | _NO_MOVE | _NO_ACTIVATE)


@_ours
def raise_above_all(window: int) -> None:
    """Brings the window above all others; it does not take the keyboard focus."""
    _SetWindowPos(window, _TOPMOST, 0, 0, 0, 0, _NO_SIZE | _NO_MOVE | _NO_ACTIVATE)


@_ours
def show_above_all(window: int) -> None:
    """Shows a window that was hidden, above all others; it does not take the keyboard focus."""
    _SetWindowPos(window, _TOPMOST, 0, 0, 0, 0, _NO_SIZE | _NO_MOVE | _NO_ACTIVATE | _SHOWS)


def let_activate(window: int) -> None:
    """From now on a click on the window gives it the keyboard focus."""
    extended = _GetWindowLong(window, _EXTENDED) & ~Extended.NO_ACTIVATE
    _SetWindowLong(window, _EXTENDED, extended)
    kept = _NO_SIZE | _NO_MOVE | _NO_Z_ORDER | _NO_ACTIVATE
    _SetWindowPos(window, None, 0, 0, 0, 0, kept | _FRAME_CHANGED)


def kind(window: int) -> str:
    """The name of the window's class, in capitals, as the case of such names does not matter."""
    room = ctypes.create_unicode_buffer(_LONGEST_KIND)
    _GetClassName(window, room, len(room))
    return room.value.upper()


class _Position(ctypes.Structure):
    """WINDOWPOS."""

    _fields_ = (
        ("window", HWND),
        ("after", HWND),
        ("x", c_int),
        ("y", c_int),
        ("width", c_int),
        ("height", c_int),
        ("flags", UINT),
    )


def stay(told: int) -> None:
    """Refuses a change that WM_WINDOWPOSCHANGING announces: the window keeps place, size and Z
    order, and is neither shown nor hidden. `told`: the message's lParam."""
    position = _Position.from_address(told)
    position.flags = position.flags & ~(_SHOWS | _HIDES) | _NO_SIZE | _NO_MOVE | _NO_Z_ORDER


def never_mirror(window: int) -> None:
    """Takes mirroring off a window that was made in a mirrored one."""
    _SetWindowLong(window, _EXTENDED, extended_style(window) & ~Extended.RIGHT_TO_LEFT)


def is_mirrored(window: int) -> bool:
    return bool(extended_style(window) & Extended.RIGHT_TO_LEFT)


def extended_style(window: int) -> int:
    return int(_GetWindowLong(window, _EXTENDED))


@_ours
def enable(window: int, *, enabled: bool) -> None:
    _EnableWindow(window, enabled)


@_ours
def set_text(window: int, text: str) -> None:
    _SetWindowText(window, text)


def size(window: int) -> tuple[int, int]:
    """Width and height of the client area, in pixels."""
    area = RECT()
    _GetClientRect(window, byref(area))
    return area.right, area.bottom


def area(window: int) -> tuple[int, int, int, int]:
    """Left, top, right and bottom of the whole window on the screen. Raises OSError: it has
    closed."""
    found = RECT()
    _GetWindowRect(window, byref(found))
    return found.left, found.top, found.right, found.bottom


def lies_in(window: int, x: int, y: int) -> bool:
    """Whether this place of the screen lies in the window. Raises OSError: the window has
    closed."""
    left, top, right, bottom = area(window)
    return left <= x < right and top <= y < bottom


def whole_size(width: int, height: int, style: int, extended: int, dpi: int) -> tuple[int, int]:
    """Width and height of a whole window whose client area has this size: with what the system
    draws around that."""
    whole = RECT(0, 0, width, height)
    _AdjustWindowRect(byref(whole), style, 0, extended, dpi)
    return whole.right - whole.left, whole.bottom - whole.top


def draw_anew(window: int) -> None:
    """Has the window, and all in it, drawn anew soon."""
    _RedrawWindow(window, None, None, _INVALIDATE | _ERASE | _ALL_CHILDREN)


def draw_now(window: int) -> None:
    """Draws at once what is to be drawn anew of the window and of all in it."""
    _RedrawWindow(window, None, None, _UPDATE_NOW | _ALL_CHILDREN)


def is_drawn(window: int) -> bool:
    """Whether nothing of the window is left to be drawn."""
    return not _GetUpdateRect(window, None, 0)


def focus(window: int) -> None:
    """Gives the window the keyboard focus: keys go there once its toplevel is in the foreground."""
    _focus_targets.append(window)
    _SetFocus(window)


def take_focus_targets() -> list[int]:
    """The windows that `focus` was called with since `take_focus_targets` was called last."""
    targets = [*_focus_targets]
    _focus_targets.clear()
    return targets


def focused() -> int:
    """The window of this thread that has the keyboard focus; 0: none."""
    return _GetFocus() or 0


def foreground() -> int:
    """The window of any program that is in the foreground, and so gets the keys; 0: none."""
    return _GetForegroundWindow() or 0


def is_minimised(window: int) -> bool:
    return bool(_IsIconic(window))


def take_foreground(window: int) -> None:
    """Brings the window to the foreground, with the keyboard focus, if the system allows that."""
    _SetForegroundWindow(window)


def holds(window: int, other: int) -> bool:
    """Whether `other` is `window` itself, or in it."""
    return window == other or bool(_IsChild(window, other))


def next_stop(window: int, control: int, *, back: bool) -> int:
    """The control of `window` to which Tab leads from `control` (0: from none); 0: to none. `back`:
    Shift+Tab."""
    return _GetNextTabItem(window, control or None, back) or 0


def pointer() -> tuple[int, int]:
    """The pointer's place on the screen; `_NOWHERE`, off every screen, while another desktop is
    shown."""
    point = POINT()
    try:
        _GetCursorPos(byref(point))
    except OSError:
        return _NOWHERE
    return point.x, point.y


def at(x: int, y: int) -> int:
    """The window that gets a click at this place of the screen; 0: none."""
    return _WindowFromPoint(POINT(x, y)) or 0


def thread_is_ours(window: int) -> bool:
    """Whether this thread handles the messages of the window: it made the window."""
    return bool(_GetWindowThread(window, None) == _GetCurrentThread())


def children(window: int) -> Iterator[int]:
    """The windows directly in this one, the topmost first."""
    child = _GetWindow(window, _FIRST_CHILD)
    while child:
        yield child
        child = _GetWindow(child, _NEXT)


def has_style(window: int, style: Style) -> bool:
    return bool(_GetWindowLong(window, _STYLE) & style)


def hide_caret(window: int) -> None:
    """Hides the caret of a text that can't be typed into."""
    _HideCaret(window)


def end_menu() -> None:
    """Closes the menu of this thread that is open: until then the system takes messages itself."""
    _EndMenu()


def parent(window: int) -> int:
    """The window that this one is in; 0: none."""
    return _GetAncestor(window, _PARENT) or 0


def scrolls(window: int) -> bool:
    """Whether the window has a scrollbar."""
    return has_style(window, Style.SCROLLS_DOWN | Style.SCROLLS_ASIDE)


def above(window: int) -> int:
    """The next window above this one in the Z order; 0: none."""
    return _GetWindow(window, _ABOVE) or 0


@_ours
def set_scroll(window: int, *, whole: int, page: int, at: int) -> None:
    """Sets the vertical scrollbar: of `whole` units `page` are in view, from `at` on. Where all is
    in view the scrollbar goes."""
    told = ScrollInfo(ctypes.sizeof(ScrollInfo), 7, 0, max(whole - 1, 0), page, at)
    _SetScrollInfo(window, _VERTICAL, byref(told), 1)


def scroll(window: int) -> ScrollInfo:
    found = ScrollInfo(ctypes.sizeof(ScrollInfo), _ALL_OF_SCROLL)
    _GetScrollInfo(window, _VERTICAL, byref(found))
    return found


@_ours
def show_scroll(window: int, *, shown: bool) -> None:
    _ShowScrollBar(window, _VERTICAL, shown)


@_ours
def show_scroll_aside(window: int, *, shown: bool) -> None:
    _ShowScrollBar(window, _HORIZONTAL, shown)


def bar_height(dpi: int) -> int:
    """Height in pixels of a horizontal scrollbar, on a screen with `dpi` dots per inch."""
    return int(_GetSystemMetrics(_BAR_HEIGHT, dpi))


@_ours
def send(window: int, message: int, wparam: int = 0, lparam: Any = 0) -> int:
    return int(_SendMessage(window, message, wparam, lparam))


def set_timer(window: int, number: int, milliseconds: int) -> None:
    """Has WM_TIMER come to the window every so many milliseconds, until `end_timer`."""
    _SetTimer(window, number, milliseconds, None)


def end_timer(window: int, number: int) -> None:
    _KillTimer(window, number)
