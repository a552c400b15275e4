"""The field for a text of one line or several."""

import sys

assert sys.platform == "win32"

from sayso.platforms.windows.win32.frame import Framed
from sayso.platforms.windows.win32.labels import Label
from sayso.platforms.windows.win32.notes import Notes
from sayso.platforms.windows.win32.part import Part
from sayso.platforms.windows.win32.room import Room
from sayso.platforms.windows.win32.text_input import TextInput
from sayso.presentation import catalogue
from sayso.presentation.dialog import TextField as Words
from sayso.presentation.filling import FilledText

_LINES = 6
"""Lines of room for a text that may have several, where the window has that room."""


class TextField(FilledText):
    """A text, which wraps, and a line of notes under it."""

    def __init__(self, room: Room, words: Words, name: str = "") -> None:
        lines = _LINES if words.multiline else 1
        self.pane = self.first = self.input = TextInput(
            room, name or catalogue.TEXT(), words.default,
            multiline=words.multiline, lines=lines, most=words.most,
        )  # fmt: skip
        self.elastic: Part = Framed(room, self.input)
        """The part that takes what height is left."""
        self.notes = Notes(room, words.error)
        super().__init__(self.input, self.pane, self.notes.say)
        self.submits = self.input.submits
        self.set_alive = self.input.set_alive
        hint = [Label(room, catalogue.SENDS_LINES(), color="dim")] if words.multiline else []
        self.below: list[Part] = [self.notes, *hint]
        if words.multiline:
            self.input.describe(catalogue.SENDS_LINES())
        self.input.watch_typing(self.changed)
