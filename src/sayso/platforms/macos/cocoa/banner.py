"""A line of our own words above the asker's frame."""

from __future__ import annotations

import sys

assert sys.platform == "darwin"

from functools import partial

from sayso.platforms.macos.cocoa import look
from sayso.platforms.macos.cocoa.button import Mark
from sayso.platforms.macos.cocoa.labels import Label
from sayso.platforms.macos.cocoa.part import Part
from sayso.platforms.macos.cocoa.room import Band, Room

_PADDING, _ACROSS, _GAP = 8, 12, 6
_INFORMATION = "\u2139"


class Banner(Part):
    """A coloured line with a sign and some words; hidden while it has nothing to say."""

    def __init__(self, room: Room, *, warns: bool) -> None:
        self._room = room
        self._band = Band(room, partial(look.wash, "warning" if warns else "accent"))
        self._sign = Label(room, Mark.WARNING.value if warns else _INFORMATION)
        self._words = Label(room)
        self.show(False)

    def say(self, text: str) -> None:
        """Shows and announces this text; empty: hides the banner."""
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

    def height(self, width: int) -> int:
        return self._words.height(self._inner(width)) + 2 * _PADDING

    def place(self, x: int, y: int, width: int, height: int) -> None:
        self._band.area = x, y, width, height
        sign, inner = self._sign.natural_width, self._inner(width)
        self._sign.place(x + _ACROSS, y + _PADDING, sign, self._sign.height(sign))
        left = x + _ACROSS + sign + _GAP
        self._words.place(left, y + _PADDING, inner, height - 2 * _PADDING)
        self._room.draw_anew()

    def _inner(self, width: int) -> int:
        return width - 2 * _ACROSS - self._sign.natural_width - _GAP
