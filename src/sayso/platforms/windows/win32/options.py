"""Options to choose from, where a dialog asks for nothing else."""

import sys

assert sys.platform == "win32"

from sayso.platforms.windows.win32.choices import Choices
from sayso.platforms.windows.win32.column import Column, ColumnRoom
from sayso.platforms.windows.win32.notes import Notes
from sayso.platforms.windows.win32.part import Part
from sayso.platforms.windows.win32.room import Room
from sayso.platforms.windows.win32.stroke import Stroke
from sayso.presentation import catalogue
from sayso.presentation.dialog import Options as Words
from sayso.presentation.filling import FilledOptions


class Options(FilledOptions):
    def __init__(self, room: Room, words: Words) -> None:
        inner = ColumnRoom(room, catalogue.OPTIONS())
        self._choices = Choices(inner, words.choices, words.drafted)
        self.first = self._choices.first
        self.pane = Column(inner, self._choices.rows)
        self.elastic: Part = self.pane
        notes = Notes(room, words.error)
        self.below: list[Part] = [notes]
        if not (words.error or words.choices.custom):
            self.below.clear()
            notes.show(False)
        super().__init__(self._choices, self.pane, notes.say, multiple=words.choices.multiple)
        self.move = self._choices.move
        self.set_alive = self._choices.set_alive

    def submits(self, stroke: Stroke) -> bool:
        """Whether the key submits the choice: only where the focus is in the line for the person's
        own words."""
        line = self._choices.line
        return line is not None and line.submits(stroke)
