"""The icon in the notification area of the taskbar.

We do not use pystray: it destroys the menu whenever anything changes, also while the person has it
open, and needs Pillow to put a picture that exists already into a file.
"""

import sys

assert sys.platform == "win32"

import os
from collections.abc import Callable
from functools import cache

from sayso.platforms.windows.native import icons, looks, notify_icon, windows
from sayso.platforms.windows.native.messages import Message
from sayso.platforms.windows.native.notify_icon import IconEvent
from sayso.platforms.windows.native.windows import Extended, Style
from sayso.platforms.windows.win32.icon import mark
from sayso.platforms.windows.win32.message_loop import message_loop
from sayso.platforms.windows.win32.tray_menu import Menu
from sayso.presentation.tray import words

SIZES = (16, 20, 24, 32)
"""Sizes of the drawings in pixels. packaging/icons.py makes these."""
_DRAWINGS = os.path.join(os.path.dirname(__file__), "icons")
_KIND = "sayso-tray"
_OPENS = frozenset([IconEvent.SELECTED, IconEvent.SELECTED_BY_KEY, IconEvent.CONTEXT_MENU])
_OF_BALLOON = frozenset(
    [
        IconEvent.BALLOON_UP,
        IconEvent.BALLOON_GONE,
        IconEvent.BALLOON_TIMED_OUT,
        IconEvent.BALLOON_CLICKED,
    ]
)
_AGAIN = (1, 2, 5, 10, 30)
"""Seconds between attempts to add the icon to the taskbar, which may be busy at login. Where there
is no taskbar, we hear when one comes."""
_LOOKS = frozenset([Message.SETTING_CHANGE, Message.DPI_CHANGED])


class Icon:
    """The icon, with a window that nobody sees. That is no message-only window, as these hear
    neither of a new taskbar nor of changed colours."""

    def __init__(self, menu: Menu) -> None:
        self._menu = menu
        self._drawing = self._summary = ""
        self._shown: tuple[int, str] | None = None
        self.is_there = False
        """Whether the icon is in a taskbar."""
        self.balloon_told: Callable[[IconEvent], None] = lambda _told: None
        """Called with what becomes of the balloon."""
        self._attempts = iter(_AGAIN)
        self._created = notify_icon.taskbar_created()
        windows.register(_KIND, self._on_message)
        self._window = windows.create(
            _KIND, words.NAME, style=Style.POPUP, extended=Extended.TOOL_WINDOW
        )

    def draw(self, drawing: str, summary: str) -> None:
        """Shows this drawing, with `summary` as its tip; nothing happens where these show
        already."""
        self._drawing, self._summary = drawing, summary
        self._show()

    def show_balloon(self, title: str, body: str) -> bool:
        """Shows a balloon. False: the icon is in no taskbar, or the taskbar refused."""
        _small, big = icons.sizes(looks.dpi(self._window))
        picture, tip = mark(big), self._summary
        return self.is_there and notify_icon.show_balloon(self._window, picture, tip, title, body)

    def withdraw_balloon(self) -> None:
        notify_icon.withdraw_balloon(self._window, self._summary)

    def close(self) -> None:
        notify_icon.remove(self._window)
        windows.destroy(self._window)

    def _show(self) -> None:
        wanted = self._picture(), self._summary
        if self.is_there and wanted == self._shown:
            return
        self._shown = wanted
        ways = [notify_icon.change, notify_icon.add]
        if not self.is_there:
            ways.reverse()
        is_there = any(way(self._window, *wanted) for way in ways)
        if is_there and not self.is_there:
            notify_icon.use_version_4(self._window)
        self.is_there = is_there
        if not is_there and (pause := next(self._attempts, None)):
            message_loop().later(pause, self._show)

    def _picture(self) -> int:
        pixels, _big = icons.sizes(looks.dpi(self._window))
        colour = "light" if looks.is_taskbar_dark() else "dark"
        return picture(self._drawing, colour, pixels)

    def _on_message(self, window: int, message: int, wparam: int, lparam: int) -> int:
        if message == notify_icon.MESSAGE:
            self._hear(lparam & 0xFFFF, _signed(wparam), _signed(wparam >> 16))
            return 0
        if message == Message.CLOSE:
            return 0  # sent by another program; the system would destroy the window
        if self._drawing and message == self._created:
            self.is_there, self._attempts = False, iter(_AGAIN)
            self._show()
        elif self._drawing and message in _LOOKS:
            self._show()
        return int(windows.default(window, message, wparam, lparam))

    def _hear(self, told: int, x: int, y: int) -> None:
        if told in _OPENS:
            self._open(x, y)
        elif told in _OF_BALLOON:
            self.balloon_told(IconEvent(told))

    def _open(self, x: int, y: int) -> None:
        """Opens the menu. The system reports Enter twice: the second time the menu is open
        already."""
        if self._menu.is_open:
            return
        has_chosen = self._menu.open(self._window, x, y)
        if not has_chosen and windows.foreground() == self._window:
            notify_icon.focus(self._window)


def _signed(half: int) -> int:
    """A 16-bit coordinate of the screen with its sign: a screen may lie to the left of the first
    one."""
    half &= 0xFFFF
    return half - 0x10000 if half & 0x8000 else half


@cache
def picture(drawing: str, colour: str, pixels: int) -> int:
    """An icon of so many pixels, from the smallest drawing that is as large, or from the
    largest."""
    size = next((each for each in SIZES if each >= pixels), SIZES[-1])
    with open(os.path.join(_DRAWINGS, f"{drawing}-{colour}-{size}.png"), "rb") as file:
        return icons.of_picture(file.read(), pixels)
