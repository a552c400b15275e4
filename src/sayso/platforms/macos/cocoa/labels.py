"""Labels: words that are shown. Nothing in them is markup."""

from __future__ import annotations

import sys

assert sys.platform == "darwin"

from collections.abc import Callable
from typing import Any

import AppKit

from sayso.core.text import shorten
from sayso.platforms.macos.cocoa import look
from sayso.platforms.macos.cocoa.callbacks import deadly
from sayso.platforms.macos.cocoa.part import Control
from sayso.platforms.macos.cocoa.room import Room
from sayso.presentation import fitting as words_that_fit

_TIP_SHOWN = 1_000
"""Most characters of a line of ours in a tip: a command line can have 100,000."""
_INSET = 4
"""Points that a text field keeps to itself, left and right together."""


class SaysoLabel(AppKit.NSTextField):
    held_by: Label

    def mouseDown_(self, event: Any) -> None:  # noqa: N802
        with deadly:
            self.held_by.on_down(event)

    def mouseUp_(self, event: Any) -> None:  # noqa: N802
        with deadly:
            self.held_by.on_up(event)

    def acceptsFirstMouse_(self, event: Any) -> bool:  # noqa: N802
        return True


class Label(Control):
    """Words in as many lines as they take."""

    def __init__(
        self, room: Room, words: str = "", *, font: str = "text", color: str = "text"
    ) -> None:
        """`font` and `color`: their names in `look`."""
        self.words, self._font = words, font
        view = SaysoLabel.alloc().initWithFrame_(((0, 0), (10, 10)))
        view.setEditable_(False)
        view.setSelectable_(False)
        view.setBezeled_(False)
        view.setBordered_(False)
        view.setDrawsBackground_(False)
        view.setTextColor_(look.color(color))
        view.cell().setWraps_(True)
        super().__init__(room, view)
        self.set_font(font)
        view.setStringValue_(words)

    def say(self, words: str) -> None:
        if words != self.words:
            self.words = words
            self.view.setStringValue_(words)

    def set_font(self, font: str) -> None:
        self._font = font
        self.view.setFont_(look.font(font))

    def height(self, width: int) -> int:
        return self.height_of(self.words, width)

    def height_of(self, words: str, width: int) -> int:
        """The height in points that the label would have with these words."""
        return look.measure(words, width - _INSET, self._font)[1]

    @property
    def natural_width(self) -> int:
        return look.measure(self.words, None, self._font)[0] + _INSET + 1

    def on_down(self, event: Any) -> None:
        """Does nothing: words are no button, unless they stand beside one."""

    def on_up(self, event: Any) -> None: ...


class Clickable(Label):
    """Words beside a check box or radio button: a click on them presses it."""

    def __init__(self, room: Room, words: str, press: Callable[[], None]) -> None:
        self._press = press
        super().__init__(room, words)

    def on_up(self, event: Any) -> None:
        if is_within(self.view, event):
            self._press()


class ShortLabel(Label):
    """Words in no more than `lines` lines: if they are too long, their middle is left out. The tip
    has up to 1,000 characters of them, and assistive technology hears them all."""

    def __init__(self, room: Room, words: str = "", *, lines: int = 1, font: str = "text") -> None:
        self._whole, self._lines = words, lines
        super().__init__(room, font=font)
        self.set_tip(shorten(words, _TIP_SHOWN))
        self.name(words)

    def height(self, width: int) -> int:
        return look.measure(self._fitting(width), width - _INSET, self._font)[1]

    def place(self, x: int, y: int, width: int, height: int) -> None:
        self.say(self._fitting(width))
        super().place(x, y, width, height)

    def _fitting(self, width: int) -> str:
        return fitting(self._whole, width - _INSET, self._font, self._lines)


def fitting(words: str, width: int, font: str, lines: int = 1) -> str:
    """As many of the characters of `words` as fit into `lines` lines of `width` points; the middle
    is left out."""
    most_height = lines * look.line_height(font) + 1

    def fits(text: str) -> bool:
        if lines == 1:
            return look.measure(text, None, font)[0] <= width
        return look.measure(text, width, font)[1] <= most_height

    return words_that_fit.fitting(words, fits)


def is_within(view: Any, event: Any) -> bool:
    """Whether the event happened over this view."""
    place = view.convertPoint_fromView_(event.locationInWindow(), None)
    (left, top), (width, height) = view.bounds()
    return bool(left <= place.x < left + width and top <= place.y < top + height)
