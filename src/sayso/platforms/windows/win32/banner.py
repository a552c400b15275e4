"""A notice above the frame of the asker's words, such as a warning."""

from __future__ import annotations

import sys

assert sys.platform == "win32"

from functools import cached_property
from typing import Protocol

from sayso.platforms.windows.native import windows
from sayso.platforms.windows.win32.button import Mark
from sayso.platforms.windows.win32.labels import Label
from sayso.platforms.windows.win32.part import Control, Part
from sayso.platforms.windows.win32.room import Band, Room

_PADDING, _ACROSS = 8, 12


class _Above(Protocol):
    """The part above a banner, which assistive technology reads before the banner."""

    @property
    def last(self) -> Control:
        """The last of the part's controls."""


class Banner(Part):
    """A notice, hidden while it has nothing to say. Its controls are made only once it has: few
    banners ever do."""

    is_shown = False

    def __init__(self, room: Room, above: _Above, *, warns: bool) -> None:
        self._room, self._above, self._warns = room, above, warns

    @property
    def last(self) -> Control:
        """The last of the banner's controls, or of those above while it has none: the control that
        the next part follows."""
        return self._words if self._is_made else self._above.last

    @property
    def _is_made(self) -> bool:
        return "_words" in vars(self)

    def say(self, text: str) -> None:
        """Shows the text, and announces it; empty: hides the banner."""
        if not (text or self.is_shown):
            return
        if text != self._words.words:
            self._words.say(text)
            self._words.announce(text)
        self.show(bool(text))

    def show(self, shown: bool) -> None:
        super().show(shown)
        self._sign.show(shown)
        self._words.show(shown)
        if not shown:
            self._band.area = None

    @property
    def _kind(self) -> str:
        return "warning" if self._warns else "quiet"

    @cached_property
    def _band(self) -> Band:
        band = Band(kind=self._kind)
        self._room.decorations.append(band)
        return band

    @cached_property
    def _sign(self) -> Label:
        sign = Label(self._room, Mark.WARNING.value if self._warns else "\u2139", behind=self._kind)
        sign.follow(self._above.last)
        return sign

    @cached_property
    def _words(self) -> Label:
        words = Label(self._room, behind=self._kind)
        words.follow(self._sign)
        return words

    def height(self, width: int) -> int:
        return self._words.height(self._inner(width)) + 2 * self._room.look.px(_PADDING)

    def place(self, x: int, y: int, width: int, height: int) -> None:
        px = self._room.look.px
        self._band.area = x, y, x + width, y + height
        sign = self._sign.natural_width
        top, high = y + px(_PADDING), height - 2 * px(_PADDING)
        self._sign.place(x + px(_ACROSS), top, sign, self._sign.height(sign))
        self._words.place(x + px(_ACROSS) + sign + px(6), top, self._inner(width), high)
        windows.draw_anew(self._room.window)

    def _inner(self, width: int) -> int:
        return (
            width
            - 2 * self._room.look.px(_ACROSS)
            - self._sign.natural_width
            - (self._room.look.px(6))
        )
