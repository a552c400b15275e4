"""What there is to choose from, in a dialog of its own."""

import sys

assert sys.platform == "linux"

from collections.abc import Callable
from typing import Any

from gi.repository import Gtk

from sayso.core.entry import Entry
from sayso.platforms.linux.gtk.choices import Choices
from sayso.platforms.linux.gtk.column import MARGIN, Column
from sayso.platforms.linux.gtk.notes import Notes
from sayso.presentation import catalogue
from sayso.presentation.dialog import Options as Words


class Options:
    """All of them have to be read. None is chosen at first."""

    def __init__(self, words: Words) -> None:
        self._multiple = words.choices.multiple
        self._on_choice: Callable[[], None] = lambda: None
        self._choices = Choices(words.choices, words.drafted)
        self._choices.watch(self._on_changed)
        self.first = self._choices.first
        self.pane = Column(self._choices.rows, catalogue.OPTIONS())
        if self._choices.line:
            self.pane.follow(self._choices.line.view)
        self.root = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
        self.root.pack_start(self.pane.root, True, True, 0)
        self._notes = Notes(words.error)
        self._notes.root.set_margin_start(MARGIN)
        self._notes.root.set_margin_end(MARGIN)
        self._notes.root.set_margin_bottom(MARGIN)
        if words.error or words.choices.custom:
            self.root.pack_start(self._notes.root, False, False, 0)
        self.root.show_all()

    @property
    def entries(self) -> tuple[Entry, ...]:
        """What is chosen."""
        return (self._choices.entry,)

    @property
    def drafts(self) -> tuple[Entry, ...]:
        """What is kept of it."""
        return (self._choices.draft,)

    @property
    def has_focus(self) -> bool:
        """Keys go into it."""
        line = self._choices.line
        return line is not None and line.input.has_focus

    @property
    def obstacle(self) -> str:
        """What keeps the choice from being submitted, in words; empty: nothing."""
        chosen = self._choices.entry
        if fault := self._choices.fault:
            return fault
        return "" if self._multiple or chosen != Entry() else catalogue.NO_OPTION()

    @property
    def at_focus(self) -> Callable[[], None] | None:
        """Chooses the one that has the focus; of several, takes that back as well."""
        return self._choices.at_focus

    def submits(self, event: Any) -> bool:
        """Whether this key does, where the focus is: in words of the person's own alone."""
        line = self._choices.line
        return line is not None and line.input.submits(event)

    def read_anew(self) -> None:
        """What was chosen otherwise than by hand may be out of sight."""
        if not self._choices.written_at_cursor:
            self.pane.read_anew()

    def watch(self, on_choice: Callable[[], None]) -> None:
        """`on_choice` is called when another choice stands there."""
        self._on_choice = on_choice

    def set_alive(self, alive: bool) -> None:
        self.pane.box.set_sensitive(alive)

    def _on_changed(self) -> None:
        line = self._choices.line
        is_begun = line is not None and line.input.text
        unseen = line.input.unseen if line else ""
        self._notes.say((self._choices.fault or unseen) if is_begun else "")
        self._on_choice()
