"""What the tray's own process tells about its icon and its menu: under Wine no other process can
read a menu. To work the menu, a test uses the pointer, as a person does.
"""

import sys

assert sys.platform == "win32"

import ctypes
import ctypes.wintypes as w
import os
import threading
from collections.abc import Callable, Iterator
from multiprocessing.connection import Listener
from pathlib import Path
from typing import Any

from probes.eyes import Reply
from sayso.platforms.windows.native import menus, notify_icon, windows
from sayso.platforms.windows.native.handles import Event
from sayso.platforms.windows.native.library import Library
from sayso.platforms.windows.win32 import tray_icon
from sayso.platforms.windows.win32.message_loop import message_loop

SEPARATOR = " > "
BY_PLACE, GREY, CHECKED = 0x400, 0x3, 0x8
FAILED = 0xFFFFFFFF

_user = Library("user32")
_count = _user.function("GetMenuItemCount", ctypes.c_int, w.HANDLE, failed=None)
_text = _user.function(
    "GetMenuStringW", ctypes.c_int, w.HANDLE, w.UINT, w.LPWSTR, ctypes.c_int, w.UINT, failed=None
)
_state = _user.function("GetMenuState", w.UINT, w.HANDLE, w.UINT, w.UINT, failed=None)
_below = _user.function("GetSubMenu", w.HANDLE, w.HANDLE, ctypes.c_int, failed=None)
_place = _user.function(
    "GetMenuItemRect", w.BOOL, w.HWND, w.HANDLE, w.UINT, ctypes.POINTER(w.RECT), failed=None
)

tried: list[str] = []
"""The calls to the taskbar about the icon so far, by name; those that fail count as well."""
shown: list[tuple[int, str]] = []
"""The icon's pictures and tooltips that the taskbar took, the last one last."""
owners: list[int] = []
"""The window that owns the icon, once for each call."""
opened: list[int] = []
"""Menus in the order in which they were made; the first is the icon's own."""


def address(pid: int) -> str:
    return rf"\\.\pipe\tray-eyes-{pid}"


def open_for_tests() -> None:
    """Answers requests over a pipe from now on. That happens on the main thread: only it may use
    the menus that it has made."""
    _listen(notify_icon, "add")
    _listen(notify_icon, "change")
    _count_calls("use_version_4")
    _count_calls("focus")
    create = menus.create

    def creating() -> int:
        opened.append(int(create()))
        return opened[-1]

    menus.create = creating
    asked, answers = Event(), list[Any]()

    def answer() -> None:
        asked.reset()
        connection = answers.pop()
        how = connection.recv()
        connection.send(OPERATIONS[how.pop("what")](**how))
        connection.close()

    def accept() -> None:
        with Listener(address(os.getpid()), "AF_PIPE") as listener:
            while True:
                answers.append(listener.accept())
                asked.set()

    message_loop().watch(lambda: asked.handle, answer)
    threading.Thread(target=accept, daemon=True).start()


def _listen(module: Any, name: str) -> None:
    act = getattr(module, name)

    def heard(window: int, icon: int, tip: str) -> bool:
        done: bool = act(window, icon, tip)
        tried.append(name)
        owners.append(window)
        if done:
            shown.append((icon, tip))
        return done

    setattr(module, name, heard)


def _count_calls(name: str) -> None:
    act = getattr(notify_icon, name)

    def heard(window: int) -> object:
        tried.append(name)
        return act(window)

    setattr(notify_icon, name, heard)


def icon() -> Reply:
    """The icon's drawing, colour and tooltip, how often each call to the taskbar was made, and the
    window that owns the icon."""
    told = {
        "added": tried.count("add"),
        "uses_version_4": tried.count("use_version_4"),
        "focused": tried.count("focus"),
        "window": str(owners[-1]) if owners else "",
    }
    if not shown:
        return {"drawing": "", "colour": "", "tip": "", **told}
    picture, tip = shown[-1]
    for path in sorted(Path(tray_icon.__file__).with_name("icons").iterdir()):
        drawing, colour, size = path.stem.rsplit("-", 2)
        if tray_icon.picture(drawing, colour, int(size)) == picture:
            return {"drawing": drawing, "colour": colour, "tip": tip, **told}
    raise AssertionError("no drawing of ours")


def lines() -> Reply:
    """The lines of the menu and of its submenus."""
    found = []
    for label, menu, place in walk(opened[0]):
        state = _state(menu, place, BY_PLACE) & 0xFF
        enabled, checked = not state & GREY, bool(state & CHECKED)
        found.append({"label": label, "enabled": enabled, "checked": checked})
    return {"lines": found}


def place(label: str) -> Reply:
    """The middle of a line on the screen, once the menu that contains the line is open."""
    menu, place = next((menu, place) for name, menu, place in walk(opened[0]) if name == label)
    area = w.RECT()
    _place(None, menu, place, ctypes.byref(area))
    x, y = (area.left + area.right) // 2, (area.top + area.bottom) // 2
    return {"x": x, "y": y, "is_shown": bool(area.right - area.left)}


def hear(told: int) -> Reply:
    """Sends the icon's window a message, as the taskbar does."""
    windows.send(owners[-1], notify_icon.MESSAGE, 0, told)
    return {"done": True}


def walk(menu: int, above: str = "") -> Iterator[tuple[str, int, int]]:
    for place in range(_count(menu)):
        room = ctypes.create_unicode_buffer(1_000)
        if not _text(menu, place, room, len(room), BY_PLACE):
            continue  # a separator
        yield above + room.value, menu, place
        if below := _below(menu, place):
            yield from walk(below, above + room.value + SEPARATOR)


OPERATIONS: dict[str, Callable[..., Reply]] = {
    operation.__name__: operation for operation in (icon, lines, place, hear)
}
