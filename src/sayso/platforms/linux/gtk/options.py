"""Options to choose from, in a dialog of their own."""

import sys

assert sys.platform == "linux"

from typing import Any

from gi.repository import Gtk

from sayso.platforms.linux.gtk.choices import Choices
from sayso.platforms.linux.gtk.column import MARGIN, Column
from sayso.platforms.linux.gtk.notes import Notes
from sayso.presentation import catalogue
from sayso.presentation.dialog import Options as Words
from sayso.presentation.filling import FilledOptions


class Options(FilledOptions):
    def __init__(self, words: Words) -> None:
        self._choices = Choices(words.choices, words.drafted)
        self.first = self._choices.first
        self.pane = Column(self._choices.rows, catalogue.OPTIONS())
        if self._choices.line:
            self.pane.follow(self._choices.line.view)
        self.root = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
        self.root.pack_start(self.pane.root, True, True, 0)
        notes = Notes(words.error)
        notes.root.set_margin_start(MARGIN)
        notes.root.set_margin_end(MARGIN)
        notes.root.set_margin_bottom(MARGIN)
        if words.error or words.choices.custom:
            self.root.pack_start(notes.root, False, False, 0)
        super().__init__(self._choices, self.pane, notes.say, multiple=words.choices.multiple)
        self.root.show_all()

    def submits(self, event: Any) -> bool:
        """Whether this key submits, where the focus is: only in the line for the person's own
        text."""
        line = self._choices.line
        return line is not None and line.input.submits(event)

    def set_alive(self, alive: bool) -> None:
        self.pane.box.set_sensitive(alive)
