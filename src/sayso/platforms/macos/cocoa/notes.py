"""The line under a field: what was wrong with the answer before, and what is wrong now."""

from __future__ import annotations

import sys

assert sys.platform == "darwin"

from collections.abc import Sequence

from sayso.platforms.macos.cocoa.button import Mark
from sayso.platforms.macos.cocoa.labels import Label
from sayso.platforms.macos.cocoa.part import Part
from sayso.platforms.macos.cocoa.room import Room

_GAP = 6


class Notes(Part):
    """The notes on a field. They keep their room even when empty, so that no note moves
    anything."""

    def __init__(self, room: Room, error: str, faults: Sequence[str] = ()) -> None:
        """`error`: what was wrong with the answer before, in the asker's words; empty: nothing.
        `faults`: notes that may come, for which room is kept, as one line may be too short for
        them."""
        self._error, self._faults = error, faults
        self._sign = Label(room, Mark.WARNING.value, color="error")
        self._words = Label(room, color="error")
        self.say("")

    def say(self, fault: str) -> None:
        """Says what is wrong with what stands in the field; empty: nothing, and `error` shows
        again."""
        words = fault or self._error
        if words != self._words.words:
            self._words.say(words)
            self._words.announce(words)
        self._sign.show(self.is_shown and bool(words))

    def show(self, shown: bool) -> None:
        super().show(shown)
        self._words.show(shown)
        self._sign.show(shown and bool(self._words.words))

    def height(self, width: int) -> int:
        inner = self._inner(width)
        said = [self._words.words, *self._faults]
        return max(self._words.height_of(each, inner) for each in said)

    def place(self, x: int, y: int, width: int, height: int) -> None:
        sign = self._sign.natural_width
        self._sign.place(x, y, sign, self._sign.height(sign))
        self._words.place(x + width - self._inner(width), y, self._inner(width), height)

    def _inner(self, width: int) -> int:
        return max(width - self._sign.natural_width - _GAP, 1)
