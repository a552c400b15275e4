"""The line under a field that says what was wrong before, or what is wrong now."""

import sys

assert sys.platform == "win32"

from collections.abc import Sequence

from sayso.platforms.windows.native import painting
from sayso.platforms.windows.win32.button import Mark
from sayso.platforms.windows.win32.labels import Label
from sayso.platforms.windows.win32.part import Part
from sayso.platforms.windows.win32.room import Room


class Notes(Part):
    """A line of notes. It keeps its room while it is empty, so that no note moves anything."""

    def __init__(self, room: Room, error: str, faults: Sequence[str] = ()) -> None:
        """`error`: what was wrong with the answer before, in the asker's words; empty: nothing.
        `faults`: notes that may come, where one line may be too short for them."""
        self._room, self._error, self._faults = room, error, faults
        self._sign = Label(room, Mark.WARNING.value, color="error")
        self._words = Label(room, color="error")
        self.say("")

    def say(self, fault: str) -> None:
        """Says what is wrong with what stands in the field now; empty: nothing, and the error shows
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
        inner, font = self._inner(width), self._words.font
        longest = [painting.measure(each, inner, font)[1] for each in self._faults]
        return max([self._words.height(inner), *longest])

    def place(self, x: int, y: int, width: int, height: int) -> None:
        sign = self._sign.natural_width
        self._sign.place(x, y, sign, self._sign.height(sign))
        self._words.place(x + width - self._inner(width), y, self._inner(width), height)

    def _inner(self, width: int) -> int:
        return max(width - self._sign.natural_width - self._room.look.px(6), 1)
