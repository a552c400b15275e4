"""The line under what is filled in: what was wrong before, and what is wrong now."""

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
    """It keeps its room: no note moves anything."""

    def __init__(self, room: Room, error: str, faults: Sequence[str] = ()) -> None:
        """`error`: of the answer before, in the asker's words; empty: none. `faults`: what it may
        say, where one line may be too short for that."""
        self._error, self._faults = error, faults
        self._sign = Label(room, Mark.WARNING.value, color="error")
        self._words = Label(room, color="error")
        self.say("")

    def say(self, fault: str) -> None:
        """Of what stands there now; empty: nothing, and the error shows again."""
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
