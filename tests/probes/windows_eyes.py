"""The eyes of WineProbe: windows and controls as Windows sees them, and what programs do to them.

python windows_eyes.py DIRECTORY

DIRECTORY has a file for each process with what its dialogs tell assistive technology, as Wine does
not pass that on. This program runs on the Windows whose screen it looks at. Any program of the same
user may do to a window all that is done here.
"""

import sys

assert sys.platform == "win32"

import ctypes
import ctypes.wintypes as w
import json
import threading
from collections.abc import Callable, Iterator
from multiprocessing.connection import Client
from pathlib import Path
from typing import Any

from probes.eyes import Reply, answer
from sayso.platforms.windows.native.library import Library
from support import windows_processes

BUTTON, EDIT, STATIC = "Button", "Edit", "Static"
ROOM = "sayso-room"
SYSTEM = ("#32769", "Progman", "Shell_TrayWnd", "IME", "MSCTFIME UI")
"""Classes of the system's own windows."""
DESKTOP = (*SYSTEM, "tooltips_class32")
"""Classes of windows that are no program's: the system's own, and the tooltips beside controls."""

KINDS = {0x2: "check box", 0x4: "radio button"}
"""Roles of buttons by their style (BS_…); buttons of any other style are push buttons."""
DISABLED, VISIBLE = 0x08000000, 0x10000000
"""Styles of windows (WS_…)."""
SIGNS = ("\u26a0", "\u2139", "\u2713", "\u2715")
"""Characters that stand for icons."""
PASSWORD, LINES, READ_ONLY = 0x20, 0x4, 0x800
"""Styles of edit fields (ES_…)."""
STYLE = -16
BAR = 17
"""The width of a scroll bar, in pixels."""
WITHIN, WAIT, HIDDEN = 1, 2_000, 0
SET_TEXT, GET_TEXT, TEXT_LENGTH = 0x000C, 0x000D, 0x000E
EXTENDED, LAYERED, BY_OPACITY = -20, 0x00080000, 2
IS_ON, CLICK = 0xF0, 0xF5
SELECT, REPLACE, CUT, SCROLL = 0xB1, 0xC2, 0x300, 0x115
NOT_A_SIZE, NOT_A_PLACE, NOT_ACTIVE, NOT_HIGHER = 1, 2, 0x10, 4
TO, LAST = 4, 0x10000
CHILD_STYLE, ASYNCHRONOUS, NOT_ASKED = 0x50000000, 0x4000, 0x400
TO_ALL = 0xFFFF

KEYS = {
    "Return": 0x0D, "KP_Enter": 0x0D, "space": 0x20, "Escape": 0x1B, "Tab": 0x09, "BackSpace": 8,
    "Down": 0x28, "Up": 0x26, "Left": 0x25, "Right": 0x27, "Page_Down": 0x22, "End": 0x23,
    "Home": 0x24, "ctrl": 0x11, "shift": 0x10, "alt": 0x12,
}  # fmt: skip
BUTTONS = {"LEFT": 0x201, "RIGHT": 0x204, "MIDDLE": 0x207}
"""The messages WM_…BUTTONDOWN; the next number is the message for the release."""
KEY_DOWN, KEY_UP, CHARACTER = 0x100, 0x101, 0x102
WHEEL = 0x20A


class _Threads(ctypes.Structure):
    """The structure GUITHREADINFO."""

    _fields_ = (
        ("size", w.DWORD),
        ("flags", w.DWORD),
        ("active", w.HWND),
        ("focus", w.HWND),
        ("capture", w.HWND),
        ("menu", w.HWND),
        ("moved", w.HWND),
        ("caret", w.HWND),
        ("place", w.RECT),
    )


class _ScrollBar(ctypes.Structure):
    """The structure SCROLLINFO."""

    _fields_ = (
        ("size", w.UINT),
        ("mask", w.UINT),
        ("least", ctypes.c_int),
        ("most", ctypes.c_int),
        ("page", w.UINT),
        ("at", ctypes.c_int),
        ("tracked", ctypes.c_int),
    )


_Visitor = ctypes.WINFUNCTYPE(w.BOOL, w.HWND, w.LPARAM)
_LRESULT = ctypes.c_ssize_t

_user = Library("user32")
_enumerate = _user.function("EnumWindows", w.BOOL, _Visitor, w.LPARAM, failed=None)
_first_child = _user.function("GetWindow", w.HWND, w.HWND, w.UINT, failed=None)
_class = _user.function("GetClassNameW", ctypes.c_int, w.HWND, w.LPWSTR, ctypes.c_int, failed=None)
_area = _user.function("GetWindowRect", w.BOOL, w.HWND, ctypes.POINTER(w.RECT), failed=None)
_inside = _user.function("GetClientRect", w.BOOL, w.HWND, ctypes.POINTER(w.RECT), failed=None)
_to_screen = _user.function("ClientToScreen", w.BOOL, w.HWND, ctypes.POINTER(w.POINT), failed=None)
_to_client = _user.function("ScreenToClient", w.BOOL, w.HWND, ctypes.POINTER(w.POINT), failed=None)
_style = _user.function("GetWindowLongPtrW", _LRESULT, w.HWND, ctypes.c_int, failed=None)
_set_style = _user.function(
    "SetWindowLongPtrW", _LRESULT, w.HWND, ctypes.c_int, _LRESULT, failed=None
)
_set_opacity = _user.function(
    "SetLayeredWindowAttributes", w.BOOL, w.HWND, w.DWORD, w.BYTE, w.DWORD, failed=None
)
_set_region = _user.function("SetWindowRgn", ctypes.c_int, w.HWND, w.HANDLE, w.BOOL, failed=None)
_rectangle = Library("gdi32").function("CreateRectRgn", w.HANDLE, *[ctypes.c_int] * 4)
_create = _user.function(
    "CreateWindowExW", w.HWND, w.DWORD, w.LPCWSTR, w.LPCWSTR, w.DWORD, *[ctypes.c_int] * 4,
    w.HWND, w.HANDLE, w.HANDLE, ctypes.c_void_p, failed=None,
)  # fmt: skip
_get_message = _user.function(
    "GetMessageW", ctypes.c_int, ctypes.POINTER(w.MSG), w.HWND, w.UINT, w.UINT, failed=None
)
_dispatch = _user.function("DispatchMessageW", _LRESULT, ctypes.POINTER(w.MSG), failed=None)
_is_visible = _user.function("IsWindowVisible", w.BOOL, w.HWND, failed=None)
_is_minimised = _user.function("IsIconic", w.BOOL, w.HWND, failed=None)
_thread = _user.function(
    "GetWindowThreadProcessId", w.DWORD, w.HWND, ctypes.POINTER(w.DWORD), failed=None
)
_threads = _user.function(
    "GetGUIThreadInfo", w.BOOL, w.DWORD, ctypes.POINTER(_Threads), failed=None
)
_foreground = _user.function("GetForegroundWindow", w.HWND, failed=None)
_send = _user.function(
    "SendMessageTimeoutW", _LRESULT, w.HWND, w.UINT, w.WPARAM, ctypes.c_void_p, w.UINT, w.UINT,
    ctypes.POINTER(ctypes.c_size_t), failed=None,
)  # fmt: skip
_post = _user.function("PostMessageW", w.BOOL, w.HWND, w.UINT, w.WPARAM, w.LPARAM, failed=None)
_place = _user.function(
    "SetWindowPos", w.BOOL, w.HWND, w.HWND, *[ctypes.c_int] * 4, w.UINT, failed=None
)
_show = _user.function("ShowWindow", w.BOOL, w.HWND, ctypes.c_int, failed=None)
_come_forward = _user.function("SetForegroundWindow", w.BOOL, w.HWND, failed=None)
_attach = _user.function("AttachThreadInput", w.BOOL, w.DWORD, w.DWORD, w.BOOL, failed=None)
_focus = _user.function("SetFocus", w.HWND, w.HWND, failed=None)
_at = _user.function("WindowFromPoint", w.HWND, w.POINT, failed=None)
_parent = _user.function("GetAncestor", w.HWND, w.HWND, w.UINT, failed=None)
_pointer = _user.function("GetCursorPos", w.BOOL, ctypes.POINTER(w.POINT), failed=None)
_scroll_bar = _user.function(
    "GetScrollInfo", w.BOOL, w.HWND, ctypes.c_int, ctypes.POINTER(_ScrollBar), failed=None
)
_keyboard_event = _user.function(
    "keybd_event", None, w.BYTE, w.BYTE, w.DWORD, ctypes.c_void_p, failed=None
)
_mouse_event = _user.function(
    "mouse_event", None, w.DWORD, w.DWORD, w.DWORD, w.DWORD, ctypes.c_void_p, failed=None
)
_our_thread = Library("kernel32").function("GetCurrentThreadId", w.DWORD)

ROOT, OWNER_OF_ALL = 2, 3
CHILD, NEXT = 5, 2


# -- sight


def ready(**_: Any) -> Reply:
    return {"ready": bool(_user.function("GetDesktopWindow", w.HWND)())}


def toplevels() -> list[int]:
    """All windows without a parent, shown or not, topmost first."""
    found: list[int] = []

    def visit(window: int, _parameter: int) -> bool:
        found.append(window)
        return True

    _enumerate(_Visitor(visit), 0)
    return found


def managed() -> Iterator[int]:
    """The windows that a person sees, except the system's own and tooltips."""
    for window in toplevels():
        if _is_visible(window) and class_of(window) not in DESKTOP:
            yield window


def windows(**_: Any) -> Reply:
    """The windows that a person sees, lowest first."""
    return {"windows": [described_window(each) for each in reversed([*managed()])]}


def surfaces(**_: Any) -> Reply:
    """The windows that a person sees, and tooltips, topmost first."""
    found = [each for each in toplevels() if _is_visible(each) and class_of(each) not in SYSTEM]
    return {"windows": [described_window(each) for each in found]}


def described_window(window: int) -> Reply:
    return {"handle": str(window), "pid": pid_of(window), "title": text(window), **content(window)}


def active(**_: Any) -> Reply:
    return {"window": str(_foreground() or "")}


def kept(pid: int | None) -> Reply:
    return {"windows": [str(each) for each in toplevels() if pid in (None, pid_of(each))]}


def under_pointer(**_: Any) -> Reply:
    """The windows under the pointer, outermost first."""
    point = w.POINT()
    _pointer(ctypes.byref(point))
    found, window = [], _at(point)
    while window and class_of(window) not in DESKTOP:
        found.append(str(window))
        window = _parent(window, 1)
    return {"windows": found[::-1]}


def find(name: str | None = None, role: str | None = None, pid: int | None = None) -> Reply:
    return {"controls": [told for _window, told in matching(name, role, pid)]}


def matching(
    name: str | None = None, role: str | None = None, pid: int | None = None
) -> Iterator[tuple[int, Reply]]:
    for window in managed():
        if pid in (None, pid_of(window)):
            for each, told in described(window):
                if name in (None, told["name"]) and role in (None, told["role"]):
                    yield each, told


def described(toplevel: int) -> Iterator[tuple[int, Reply]]:
    """A window and the controls that show in it, in the order of the Tab key."""
    info = _Threads(size=ctypes.sizeof(_Threads))
    _threads(_thread(toplevel, None), ctypes.byref(info))
    is_active = _foreground() == toplevel and not _is_minimised(toplevel)
    states = ["showing", "sensitive", *(["active"] if is_active else [])]
    yield toplevel, told(toplevel, "alert", text(toplevel), "", states)
    label = ""
    for window in within(toplevel):
        kind, style = class_of(window), _style(window, STYLE)
        states = ["showing"] if _is_visible(window) else []
        states += [] if style & DISABLED else ["sensitive"]
        states += ["focused"] if is_active and info.focus == window else []
        if not _is_visible(window):
            label = ""
        elif kind == BUTTON:
            states += ["checked"] if send(window, IS_ON) else []
            role = KINDS.get(style & 0xF, "push button")
            yield window, told(window, role, text(window), "", states)
        elif kind == EDIT:
            yield window, field(window, style, label, states)
        elif kind == STATIC:
            label = text(window)
            role = "icon" if label in SIGNS else "label"
            yield window, told(window, role, label, label, states)
        if _is_visible(window) and has_scroll_bar(window):
            bar = told(window, "scroll bar", "", "", states)
            aside = bar["x"] + bar["width"] - BAR
            yield window, {**bar, "name": "", "x": aside, "width": BAR}


def field(window: int, style: int, label: str, states: list[str]) -> Reply:
    """An edit field. Its name is the label that stands before it, as in Windows' own UI Automation
    proxies."""
    states += [] if style & READ_ONLY else ["editable"]
    states += ["multi-line"] if style & LINES else []
    role = "password text" if style & PASSWORD else "text"
    words = text(window).replace("\r\n", "\n")
    return told(window, role, "" if style & READ_ONLY else label, words, states)


def has_scroll_bar(window: int) -> bool:
    return bool(_style(window, STYLE) & 0x00200000)


def within(window: int) -> Iterator[int]:
    child = _first_child(window, CHILD)
    while child:
        yield child
        yield from within(child)
        child = _first_child(child, NEXT)


def told(window: int, role: str, name: str, words: str, states: list[str]) -> Reply:
    area, pid = content(window) if role == "alert" else whole(window), pid_of(window)
    annotated = annotations(pid).get(window, {})
    if annotated.get("ROLE") == OPENER:
        role, states = "toggle button", [*states, *["checked"] * (annotated["STATE"] & OPEN > 0)]
    if _style(window, STYLE) & TAB_STOP:
        states = [*states, "focusable"]
    return {
        "pid": pid, "role": role, "name": annotated.get("NAME", name),
        "description": annotated.get("DESCRIPTION", ""), "text": words, "states": states, **area,
    }  # fmt: skip


OPENER, OPEN = 0x40, 0x200
TAB_STOP = 0x00010000


def annotations(pid: int) -> dict[int, dict[str, Any]]:
    """What the process's dialogs have told assistive technology: by window, then by property."""
    path = Path(sys.argv[1], f"told-{pid}")
    found: dict[int, dict[str, Any]] = {}
    if path.exists():
        size = path.stat().st_size
        if _read.get(pid, (-1, found))[0] != size:
            for line in path.read_text(encoding="utf-8").splitlines():
                window, which, value = json.loads(line)
                found.setdefault(window, {})[which] = value
            _read[pid] = size, found
        return _read[pid][1]
    return found


_read: dict[int, tuple[int, dict[int, dict[str, Any]]]] = {}


def whole(window: int) -> Reply:
    area = w.RECT()
    _area(window, ctypes.byref(area))
    return {"x": area.left, "y": area.top, "width": area.right - area.left,
            "height": area.bottom - area.top}  # fmt: skip


def content(window: int) -> Reply:
    """The client area of a window: its place without what the system draws around it."""
    area = w.RECT()
    _inside(window, ctypes.byref(area))
    begins, ends = w.POINT(), w.POINT(area.right, area.bottom)
    for corner in (begins, ends):
        _to_screen(window, ctypes.byref(corner))
    left = min(begins.x, ends.x)  # in a mirrored window x counts from the right
    return {"x": left, "y": begins.y, "width": area.right, "height": area.bottom}


def class_of(window: int) -> str:
    room = ctypes.create_unicode_buffer(256)
    _class(window, room, len(room))
    return room.value


def pid_of(window: int) -> int:
    pid = w.DWORD()
    _thread(window, ctypes.byref(pid))
    return pid.value


def text(window: int) -> str:
    """The window's text, as the window itself answers."""
    room = ctypes.create_unicode_buffer(send(window, TEXT_LENGTH) + 1)
    send(window, GET_TEXT, len(room), ctypes.addressof(room))
    return room.value


def send(window: int, message: int, first: int = 0, second: int = 0) -> int:
    """Sends a message to a window. Returns the result; 0 also if the window does not answer in
    time."""
    result = ctypes.c_size_t()
    _send(window, message, first, second, WITHIN, WAIT, ctypes.byref(result))
    return result.value


# -- what assistive technology, and so any program, does


def act(**wanted: Any) -> Reply:
    """Clicks a control by a message, as UI Automation's Invoke does for a control without a
    provider."""
    window = next((each for each, _told in matching(**wanted)), None)
    if window is None or _style(window, STYLE) & DISABLED:
        return {"done": False}
    send(window, CLICK)
    return {"done": True}


def write(text: str, at: int, **wanted: Any) -> Reply:
    window = editable(**wanted)
    at = within_lines(window, at)
    send(window, SELECT, at, at)
    room = ctypes.create_unicode_buffer(text)
    send(window, REPLACE, 1, ctypes.addressof(room))
    return {"done": True}


def cut(start: int, end: int, **wanted: Any) -> Reply:
    window = editable(**wanted)
    send(window, SELECT, within_lines(window, start), within_lines(window, end))
    send(window, CUT)
    return {"done": True}


def within_lines(window: int, at: int) -> int:
    """The index of a character in the field, where the end of a line takes two characters."""
    return at + text(window).replace("\r\n", "\n")[:at].count("\n")


def editable(**wanted: Any) -> int:
    return next(each for each, told in matching(**wanted) if "editable" in told["states"])


def focus(**wanted: Any) -> Reply:
    """Sets the keyboard focus, which takes joining the input of the window's thread."""
    window = next(each for each, _told in matching(**wanted))
    thread, ours = _thread(window, None), _our_thread()
    _attach(ours, thread, True)
    try:
        _focus(window)
    finally:
        _attach(ours, thread, False)
    return {"done": True}


def scroll(to: float, **wanted: Any) -> Reply:
    window = next(each for each, _told in matching(**wanted))
    bar = _ScrollBar(ctypes.sizeof(_ScrollBar), 0x17)
    _scroll_bar(window, 1, ctypes.byref(bar))
    at = round(bar.least + to * max(bar.most - bar.least - bar.page + 1, 0))
    send(window, SCROLL, at * LAST | TO)
    return {"done": True}


def place_caret(at: int, **wanted: Any) -> Reply:
    window = next(each for each, told in matching(**wanted) if told["role"] == "text")
    at = within_lines(window, at)
    send(window, SELECT, at, at)
    send(window, 0xB7)
    return {"done": True}


# -- what other programs do


def forge(window: str, kind: str, **how: Any) -> Reply:
    """Posts messages such as a device causes to the queue of the window's thread."""
    target = int(window)
    match kind:
        case "click":
            point = w.POINT()
            _pointer(ctypes.byref(point))
            target = _at(point) or target
            _to_client(target, ctypes.byref(point))
            place = point.y << 16 | point.x & 0xFFFF
            for _ in range(how["times"]):
                _post(target, BUTTONS[how["button"]], 1, place)
                _post(target, BUTTONS[how["button"]] + 1, 0, place)
        case "wheel":
            turned = 120 if how["direction"] == "UP" else -120
            for _ in range(how["times"]):
                _post(target, WHEEL, (turned & 0xFFFF) << 16, 0)
        case "key":
            key = KEYS.get(how["key"]) or ord(how["key"].upper())
            info = _Threads(size=ctypes.sizeof(_Threads))
            _threads(_thread(target, None), ctypes.byref(info))
            target = info.focus or target
            if how["down"]:
                _post(target, KEY_DOWN, key, 1)
            if how["up"]:
                _post(target, KEY_UP, key, 0xC0000001)
        case "characters":
            for each in how["text"]:
                _post(target, CHARACTER, ord(each), 1)
    return {}


def inject(keys: list[str], clicks: int) -> Reply:
    """Makes up input by the system's calls for that; the system then treats it like a device's."""
    for key in keys:
        code = KEYS.get(key) or ord(key.upper())
        _keyboard_event(code, 0, 0, None)
        _keyboard_event(code, 0, 2, None)
    for _ in range(clicks):
        _mouse_event(2, 0, 0, 0, None)
        _mouse_event(4, 0, 0, 0, None)
    return {}


def inject_with_alt(key: str) -> Reply:
    """Like `inject`, for one key while Alt is down."""
    for code, flags in ((KEYS["alt"], 0), (ord(key.upper()), 0), (ord(key.upper()), 2)):
        _keyboard_event(code, 0, flags, None)
    _keyboard_event(KEYS["alt"], 0, 2, None)
    return {}


def place(window: str, **area: int) -> Reply:
    """Moves a window if `area` has a place (x, y), and resizes it if `area` has a size (width,
    height)."""
    flags = NOT_ACTIVE | NOT_HIGHER
    flags |= 0 if "x" in area else NOT_A_PLACE
    flags |= 0 if "width" in area else NOT_A_SIZE
    told = [area.get(name, 0) for name in ("x", "y", "width", "height")]
    inner, outer = content(int(window)), whole(int(window))
    for number, name in enumerate(("x", "y", "width", "height")):
        told[number] += outer[name] - inner[name]
    _place(int(window), None, *told, flags)
    return {}


def hide(window: str) -> Reply:
    _show(int(window), HIDDEN)
    return {}


def minimise(window: str) -> Reply:
    _show(int(window), 6)
    return {}


def come_forward(title: str | None = None, window: str | None = None) -> Reply:
    """Brings a window to the front with the keyboard focus, which Windows does not allow every
    program. done: whether it did."""
    target = int(window) if window else next(each for each in managed() if text(each) == title)
    if _is_minimised(target):
        _show(target, 9)
    return {"done": bool(_come_forward(target))}


def handle(**wanted: Any) -> Reply:
    """The window handle of a control."""
    return {"window": str(next(each for each, _told in matching(**wanted)))}


def say(window: str, words: str) -> Reply:
    """Sets the text of a control."""
    room = ctypes.create_unicode_buffer(words)
    send(int(window), SET_TEXT, 0, ctypes.addressof(room))
    return {}


def fade(window: str) -> Reply:
    """Makes a window almost transparent."""
    extended = _style(int(window), EXTENDED)
    _set_style(int(window), EXTENDED, extended | LAYERED)
    _set_opacity(int(window), 0, 1, BY_OPACITY)
    return {}


def cut_out(window: str) -> Reply:
    """Cuts a window down to its upper left corner."""
    _set_region(int(window), _rectangle(0, 0, 20, 20), True)
    return {}


def intrude(window: str) -> Reply:
    """Puts a child window of our own into another program's window, above all that is in it. done:
    whether it could be made."""
    made: list[int] = []
    is_made = threading.Event()

    def live() -> None:
        made.append(
            _create(
                0, STATIC, "Save the file?", CHILD_STYLE, 20, 90, 300, 40,
                int(window), None, None, None,
            )
        )  # fmt: skip
        is_made.set()
        message = w.MSG()
        while _get_message(ctypes.byref(message), None, 0, 0) > 0:
            _dispatch(ctypes.byref(message))

    threading.Thread(target=live, daemon=True).start()
    is_made.wait(WAIT / 1000)
    if made:
        _place(made[0], None, 0, 0, 0, 0, NOT_A_SIZE | NOT_A_PLACE | NOT_ACTIVE)
    return {"done": any(made)}


def unshow(window: str) -> Reply:
    """Takes the style WS_VISIBLE from a window, without hiding it otherwise."""
    _set_style(int(window), STYLE, _style(int(window), STYLE) & ~VISIBLE)
    return {}


def shift(window: str, x: int, y: int) -> Reply:
    """Has the window's own thread move it to this place within its parent."""
    _place(int(window), None, x, y, 0, 0, NOT_A_SIZE | NOT_ACTIVE | NOT_HIGHER | ASYNCHRONOUS)
    return {}


def slip(window: str, x: int, y: int) -> Reply:
    """Moves a window to this place within its parent, so that it is not asked before."""
    flags = NOT_A_SIZE | NOT_ACTIVE | NOT_HIGHER | NOT_ASKED
    _place(int(window), None, x, y, 0, 0, flags)
    return {}


def kill(pid: int) -> Reply:
    windows_processes.kill(pid)
    return {}


def post(window: str, message: int, first: int = 0, second: int = 0) -> Reply:
    """Puts any message into the window's queue."""
    _post(int(window), message, first, second)
    return {}


def announce(name: str) -> Reply:
    """Posts the registered message with this name to all windows."""
    _post(TO_ALL, _user.function("RegisterWindowMessageW", w.UINT, w.LPCWSTR)(name), 0, 0)
    return {}


def of_tray(pid: int, **how: Any) -> Reply:
    """What the tray's process tells about its icon and its menu: see windows_tray_eyes. Empty: the
    process does not answer yet."""
    try:
        connection = Client(rf"\\.\pipe\tray-eyes-{pid}", "AF_PIPE")
    except FileNotFoundError:
        return {}
    with connection:
        connection.send(how)
        told: Reply = connection.recv()
        return told


def tell(window: str, message: int, first: int = 0, second: int = 0) -> Reply:
    """Sends any message to a window, and waits for the result."""
    return {"result": send(int(window), message, first, second)}


OPERATIONS: dict[str, Callable[..., Reply]] = {
    operation.__name__: operation
    for operation in (
        ready, windows, surfaces, active, kept, under_pointer, find, act, write, cut, focus, scroll,
        place_caret, handle, say, fade, cut_out, intrude, unshow, shift, slip, forge, inject,
        inject_with_alt, place, hide, minimise, come_forward, tell, post, kill,
        announce, of_tray,
    )
}  # fmt: skip


def main() -> None:
    for line in sys.stdin:
        answer(line, OPERATIONS)


if __name__ == "__main__":
    main()
