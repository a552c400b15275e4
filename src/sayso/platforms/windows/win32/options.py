"""What there is to choose from, in a dialog of its own."""

import sys

assert sys.platform == "win32"

from collections.abc import Callable

from sayso.core.entry import Entry
from sayso.platforms.windows.win32.choices import Choices
from sayso.platforms.windows.win32.column import Column, ColumnRoom
from sayso.platforms.windows.win32.notes import Notes
from sayso.platforms.windows.win32.part import Part
from sayso.platforms.windows.win32.room import Room
from sayso.platforms.windows.win32.stroke import Stroke
from sayso.presentation import catalogue
from sayso.presentation.dialog import Options as Words


class Options:
    """All of them have to be read. None is chosen at first."""

    def __init__(self, room: Room, words: Words) -> None:
        self._multiple = words.choices.multiple
        self._on_choice: Callable[[], None] = lambda: None
        inner = ColumnRoom(room, catalogue.OPTIONS())
        self._choices = Choices(inner, words.choices, words.drafted)
        self._choices.watch(self._on_changed)
        self.first = self._choices.first
        self.pane = Column(inner, self._choices.rows)
        self.elastic: Part = self.pane
        self._notes = Notes(room, words.error)
        self.below: list[Part] = [self._notes]
        if not (words.error or words.choices.custom):
            self.below.clear()
            self._notes.show(False)

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
        return self._choices.line is not None and self._choices.line.has_focus

    @property
    def obstacle(self) -> str:
        """What keeps the choice from being submitted, in words; empty: nothing."""
        if fault := self._choices.fault:
            return fault
        chosen = self._choices.entry
        return "" if self._multiple or chosen != Entry() else catalogue.NO_OPTION()

    @property
    def at_focus(self) -> Callable[[], None] | None:
        """Chooses the one that has the focus; of several, takes that back as well."""
        return self._choices.at_focus

    def move(self, by: int) -> bool:
        """The focus goes on among the options; False: it is elsewhere."""
        return self._choices.move(by)

    def submits(self, stroke: Stroke) -> bool:
        """Whether this key does, where the focus is: in words of the person's own alone."""
        line = self._choices.line
        return line is not None and line.submits(stroke)

    def read_anew(self) -> None:
        """What was chosen otherwise than by hand may be out of sight."""
        if not self._choices.written_at_cursor:
            self.pane.read_anew()

    def watch_typing(self, on_choice: Callable[[], None]) -> None:
        """`on_choice` is called when another choice stands there."""
        self._on_choice = on_choice

    def set_alive(self, alive: bool) -> None:
        self._choices.set_alive(alive)

    def _on_changed(self) -> None:
        line = self._choices.line
        unseen = line.unseen_words if line else ""
        if self.below:
            is_begun = line is not None and line.text
            self._notes.say((self._choices.fault or unseen) if is_begun else "")
        self._on_choice()
