"""Options to choose from, in a dialog of their own."""

from __future__ import annotations

import sys

assert sys.platform == "darwin"

from sayso.platforms.macos.cocoa.choices import Choices
from sayso.platforms.macos.cocoa.column import Column, ColumnRoom
from sayso.platforms.macos.cocoa.notes import Notes
from sayso.platforms.macos.cocoa.part import Part
from sayso.platforms.macos.cocoa.room import Room
from sayso.platforms.macos.cocoa.stroke import Stroke
from sayso.platforms.macos.cocoa.text_input import TextInput
from sayso.presentation import catalogue
from sayso.presentation.dialog import Options as Words
from sayso.presentation.filling import FilledOptions


class Options(FilledOptions):
    def __init__(self, room: Room, words: Words) -> None:
        inner = ColumnRoom(room)
        self._choices = Choices(inner, words.choices, words.drafted)
        self.first = self._choices.first
        self.pane = Column(inner, catalogue.OPTIONS(), self._choices.rows)
        self.elastic: Part = self.pane
        notes = Notes(room, words.error)
        self.below: list[Part] = [notes] if words.error or words.choices.custom else []
        notes.show(bool(self.below))
        super().__init__(self._choices, self.pane, notes.say, multiple=words.choices.multiple)
        self.move = self._choices.move
        self.set_alive = self._choices.set_alive

    @property
    def texts(self) -> list[TextInput]:
        """The text field for words of the person's own, if there is one."""
        return [self._choices.line] if self._choices.line else []

    def submits(self, stroke: Stroke) -> bool:
        """Whether this key submits: only in words of the person's own."""
        return any(line.submits(stroke) for line in self.texts)
