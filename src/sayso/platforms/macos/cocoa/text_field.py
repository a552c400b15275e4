"""A field in which some words are typed, in one line or several."""

from __future__ import annotations

import sys

assert sys.platform == "darwin"

from sayso.platforms.macos.cocoa.frame import Framed
from sayso.platforms.macos.cocoa.labels import Label
from sayso.platforms.macos.cocoa.notes import Notes
from sayso.platforms.macos.cocoa.part import Part
from sayso.platforms.macos.cocoa.room import Room
from sayso.platforms.macos.cocoa.text_input import TextInput
from sayso.presentation import catalogue
from sayso.presentation.dialog import TextField as Words
from sayso.presentation.filling import FilledText

_LINES = 6
"""Lines in view of a text that may have several, if there is room."""


class TextField(FilledText):
    """A text that is typed and wraps, and a line of notes under it."""

    def __init__(self, room: Room, words: Words, name: str = "") -> None:
        lines = _LINES if words.multiline else 1
        self.pane = self.first = self.input = TextInput(
            room, name or catalogue.TEXT(), words.default,
            multiline=words.multiline, lines=lines, most=words.most,
        )  # fmt: skip
        self.elastic: Part = Framed(room, self.input)
        """The part that takes the height that is left."""
        self.notes = Notes(room, words.error)
        super().__init__(self.input, self.pane, self.notes.say)
        self.submits = self.input.submits
        self.set_alive = self.input.set_alive
        self.texts = [self.input]
        """The text inputs of this field: only one."""
        hint = [Label(room, catalogue.SENDS_LINES())] if words.multiline else []
        self.below: list[Part] = [self.notes, *hint]
        if words.multiline:
            self.input.describe(catalogue.SENDS_LINES())
        self.input.watch_typing(self.changed)
