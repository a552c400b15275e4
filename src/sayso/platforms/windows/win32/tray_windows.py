"""The small windows of the tray: one that says what went wrong, and one about this program."""

from __future__ import annotations

import sys

assert sys.platform == "win32"

from collections.abc import Callable, Sequence
from ctypes.wintypes import MSG

from sayso.platforms.windows.native import messages, painting, windows
from sayso.platforms.windows.native.keys import VirtualKey
from sayso.platforms.windows.native.messages import Message
from sayso.platforms.windows.win32 import scrolled
from sayso.platforms.windows.win32.button import PushButton
from sayso.platforms.windows.win32.icon import mark
from sayso.platforms.windows.win32.look import Look
from sayso.platforms.windows.win32.message_loop import message_loop
from sayso.platforms.windows.win32.text_pane import TextPane
from sayso.platforms.windows.win32.toplevel import Toplevel
from sayso.presentation.tray import words as catalogue

_WIDTH, _EDGE, _GAP = 420, 18, 12
_PICTURE = 48
"""Width and height of the mark in pixels."""
_BUTTON = 88
_CLOSES = frozenset([VirtualKey.ESCAPE, VirtualKey.RETURN])

_open: list[SmallWindow] = []
_about: list[SmallWindow] = []
"""The window about this program, while it is open. It is in `_open`, too."""

Line = tuple[str, str]
"""The name of a font in the look, and words in it."""


def tell(words: str, remedy: str) -> None:
    SmallWindow([("bold", words), ("text", remedy)]).come_up()


def about(name: str, version: str, comment: str, licence: str) -> None:
    """Opens the window about this program, or brings up the one that is open already."""
    if not _about:
        lines = [("title", f"{name} {version}"), ("text", comment), ("text", licence)]
        _about.append(SmallWindow(lines))
    _about[0].come_up()


class _Mark:
    """The mark. It is drawn below the controls, but none of them lies over it."""

    place = (0, 0)

    def draw(self, dc: int, look: Look) -> None:
        painting.draw_icon(dc, mark(look.px(_PICTURE)), *self.place, look.px(_PICTURE))


class SmallWindow:
    """A window with the mark, texts beside it, and a button that closes it. The texts can be
    selected, so that the person can copy them when they ask somebody for help."""

    def __init__(self, lines: Sequence[Line]) -> None:
        self._toplevel = Toplevel(catalogue.NAME)
        self._toplevel.listener = self
        self._mark = _Mark()
        self._toplevel.decorations.append(self._mark)
        self._panes = [
            TextPane(self._toplevel, words, words, font=font, behind="behind")
            for font, words in lines
            if words
        ]
        self._button = PushButton(self._toplevel, catalogue.OK())
        self._button.watch(self.on_close)
        self._call_off: Callable[[], None] = message_loop().handle(self._handle)
        self._arrange()

    def come_up(self) -> None:
        """Shows the window above all others, after a click of the person's, or because the daemon
        says so. The system decides whether the window gets the keyboard focus."""
        window = self._toplevel.window
        if self not in _open:
            _open.append(self)
            windows.show(window, shown=True)
            windows.let_activate(window)
        windows.raise_above_all(window)
        windows.take_foreground(window)

    def _arrange(self) -> None:
        px = self._toplevel.look.px
        edge, beside = px(_EDGE), px(_EDGE + _PICTURE + _GAP)
        width = px(_WIDTH) - beside - edge
        _screen_width, screen_height = self._toplevel.work_area_size
        tall = self._button.height(px(_BUTTON))
        heights = self._heights(width, screen_height // 2)
        high = max(sum(heights) + px(_GAP) * (len(heights) - 1), px(_PICTURE))
        height = edge + high + px(_GAP) + tall + edge
        self._toplevel.place_on_screen(px(_WIDTH), height)
        self._mark.place = edge, edge
        top = edge
        for pane, each in zip(self._panes, heights, strict=True):
            pane.place(beside, top, width, each)
            top += each + px(_GAP)
        self._button.place(px(_WIDTH) - edge - px(_BUTTON), height - edge - tall, px(_BUTTON), tall)

    def _heights(self, width: int, most: int) -> list[int]:
        """Heights of the texts in pixels. Where they take more than `most` together, the first text
        gets less, and scrolls."""
        heights = [pane.height(width) for pane in self._panes]
        heights[0] -= max(min(sum(heights) - most, heights[0] - scrolled.LEAST), 0)
        return heights

    def _handle(self, message: MSG) -> bool:
        """Handles the keys that close the window, and Tab, which leads to the next part."""
        if message.message != Message.KEY_DOWN:
            return False
        if not windows.holds(self._toplevel.window, message.hWnd or 0):
            return False
        if message.wParam in _CLOSES:
            self.on_close()
        elif message.wParam == VirtualKey.TAB:
            back = messages.is_down(VirtualKey.SHIFT)
            windows.focus(windows.next_stop(self._toplevel.window, windows.focused(), back=back))
        else:
            return False
        return True

    # What the system tells

    def on_close(self) -> None:
        for kept in (_open, _about):
            if self in kept:
                kept.remove(self)
        self._call_off()
        self._toplevel.listener = None
        windows.destroy(self._toplevel.window)
        self._toplevel.look.close()

    def on_keyboard(self) -> None:
        self._button.grab_focus()

    def on_place(self) -> None: ...

    def on_look(self) -> None:
        self._arrange()
