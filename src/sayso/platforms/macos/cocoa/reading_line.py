"""The line below the asker's frame that says what is left to read; and other words at the end of a
line."""

from __future__ import annotations

import sys

assert sys.platform == "darwin"

from sayso.platforms.macos.cocoa.button import Mark, PushButton
from sayso.platforms.macos.cocoa.labels import Label
from sayso.platforms.macos.cocoa.part import Part
from sayso.platforms.macos.cocoa.room import Room
from sayso.presentation import catalogue
from sayso.presentation.reading import Unseen

_ARROWS = {Unseen.ABOVE: Mark.ABOVE, Unseen.BELOW: Mark.BELOW, Unseen.RIGHT: Mark.RIGHT}
_GAP = 8


class MarkedWords(Part):
    """A sign and some words after it, at the end of the line."""

    def __init__(self, room: Room) -> None:
        self._sign, self._words = Label(room), Label(room)
        self.show(False)

    def say(self, mark: Mark, words: str) -> None:
        self._sign.say(mark.value)
        self._words.say(words)

    def announce(self) -> None:
        self._words.announce(self._words.words)

    def show(self, shown: bool) -> None:
        super().show(shown)
        self._sign.show(shown)
        self._words.show(shown)

    def height(self, width: int) -> int:
        return self._words.height(self._width_of_words(width))

    def place(self, x: int, y: int, width: int, height: int) -> None:
        own, sign = self._width_of_words(width), self._sign.natural_width
        line = self._words.height(own)
        top = y + (height - line) // 2
        self._words.place(x + width - own, top, own, line)
        self._sign.place(x + width - own - _GAP - sign, top, sign, line)

    def _width_of_words(self, width: int) -> int:
        return max(min(self._words.natural_width, width - self._sign.natural_width - _GAP), 1)


class Reading(Part):
    """Says what has not been seen of the texts, and leads there when it is pressed. Hidden as long
    as all is in view from the start.

    Once shown it stays in its place, so that nothing below it moves when the end is reached.
    """

    def __init__(self, room: Room) -> None:
        self.on = PushButton(room)
        self.on.make_flat()
        self.on.mark_follows = True
        self._done = MarkedWords(room)
        self._is_done = False
        self.show(False)

    def say(self, unseen: Unseen | None, words: str) -> None:
        """`unseen`: where a text goes on; None: nothing is left to read. `words`: what is left to
        do."""
        self._is_done = unseen is None
        if self._is_done and self.is_shown:
            self._done.say(Mark.TICK, catalogue.READ())
        if unseen:
            self.on.say(words, _ARROWS[unseen])
            self.is_shown = True
        self.show(self.is_shown)

    def show(self, shown: bool) -> None:
        super().show(shown)
        self.on.show(shown and not self._is_done)
        self._done.show(shown and self._is_done)

    def height(self, width: int) -> int:
        return self.on.height(width)

    def place(self, x: int, y: int, width: int, height: int) -> None:
        own = min(self.on.one_line_width, width)
        self.on.place(x + width - own, y, own, height)
        if self._done.is_shown:
            self._done.place(x, y, width, height)
