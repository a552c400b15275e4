"""Several questions on one page."""

import sys

assert sys.platform == "win32"

from collections.abc import Callable
from functools import partial

from sayso.core.entry import Entry
from sayso.platforms.windows.native.keys import VirtualKey
from sayso.platforms.windows.win32.choices import Choices
from sayso.platforms.windows.win32.column import Column, ColumnRoom
from sayso.platforms.windows.win32.frame import Framed
from sayso.platforms.windows.win32.labels import Label
from sayso.platforms.windows.win32.notes import Notes
from sayso.platforms.windows.win32.part import Control, Part
from sayso.platforms.windows.win32.room import Room
from sayso.platforms.windows.win32.stroke import Stroke
from sayso.platforms.windows.win32.text_input import TextInput
from sayso.presentation import catalogue, dialog
from sayso.presentation.dialog import Form as Words

_LINES = 4
"""Lines of room for a text of several."""


class _Question:
    """One of them: its words, what is filled in, and beside that what is wrong with it."""

    def __init__(self, room: Room, words: dialog.FormQuestion) -> None:
        self._words = words
        self._begun = words.drafted != Entry()
        """The person has filled something in: before that nothing is called missing."""
        self._on_change: Callable[[], None] = lambda: None
        self.choices: Choices | None = None
        self.line: TextInput | None = None
        header = words.header if words.required else catalogue.optional(words.header)
        above: list[Part] = [Label(room, header, font="bold")]
        if words.message:
            above.append(Label(room, words.message))
        field = words.field
        if isinstance(field, dialog.Choices):
            self.choices = Choices(room, field, words.drafted, words.header)
            self.line = self.choices.line
            self.choices.watch(self._changed)
            self.first: Control = self.choices.first
            body = self.choices.rows
        else:
            lines = _LINES if field.multiline else 1
            self.line = TextInput(
                room, words.header, field.default,
                multiline=field.multiline, lines=lines, most=field.most,
                placeholder=field.placeholder,
            )  # fmt: skip
            self.line.watch_typing(self._changed)
            self.first = self.line
            body = [Framed(room, self.line)]
        self._notes = Notes(room, "")
        self.rows: list[Part] = [*above, *body, self._notes]

    @property
    def header(self) -> str:
        return self._words.header

    @property
    def entry(self) -> Entry:
        if self.choices:
            return self.choices.entry
        return Entry(self.line.text if self.line else "")

    @property
    def draft(self) -> Entry:
        return self.choices.draft if self.choices else self.entry

    @property
    def obstacle(self) -> str:
        """What keeps it from being an answer, in words; empty: nothing."""
        if self.choices:
            return self.choices.fault or self._words.obstacle(self.entry)
        fault = self.line.fault if self.line else ""
        return fault or self._words.obstacle(self.entry)

    @property
    def written_at_cursor(self) -> bool:
        """The latest change of it was typed where the person looks."""
        if self.choices:
            return self.choices.written_at_cursor
        return self.line is not None and self.line.has_focus and self.line.written_at_cursor

    def watch(self, on_change: Callable[[], None]) -> None:
        self._on_change = on_change

    def say(self) -> None:
        """Beside it, what is wrong with what stands there."""
        unseen = self.line.unseen_words if self.line else ""
        self._notes.say((self.obstacle or unseen) if self._begun else "")

    def set_alive(self, alive: bool) -> None:
        if self.choices:
            self.choices.set_alive(alive)
        elif self.line:
            self.line.set_alive(alive)

    def _changed(self) -> None:
        self._begun = True
        self.say()
        self._on_change()


class Form:
    """Submitted as one, by *approve* or by Ctrl+Return in a text."""

    def __init__(self, room: Room, words: Words) -> None:
        self._on_change: Callable[[], None] = lambda: None
        inner = ColumnRoom(room, catalogue.FORM())
        error: list[Part] = [Notes(inner, words.error)] if words.error else []
        self._questions = [_Question(inner, each) for each in words.questions]
        self._latest: _Question | None = None
        """The one in which something changed last."""
        for each in self._questions:
            each.watch(partial(self._changed, each))
        self.first = self._questions[0].first
        rows = [*error, *(row for each in self._questions for row in each.rows)]
        self.pane = Column(inner, rows)
        self.elastic: Part = self.pane
        self.below: list[Part] = []
        for each in self._questions:
            each.say()

    @property
    def entries(self) -> tuple[Entry, ...]:
        """What stands in each."""
        return tuple(each.entry for each in self._questions)

    @property
    def drafts(self) -> tuple[Entry, ...]:
        """What is kept of each."""
        return tuple(each.draft for each in self._questions)

    @property
    def has_focus(self) -> bool:
        """Keys go into one of its texts."""
        return any(line.has_focus for line in self._lines)

    @property
    def obstacle(self) -> str:
        """What keeps it from being submitted, in words; empty: nothing."""
        for each in self._questions:
            if fault := each.obstacle:
                return catalogue.of_field(each.header, fault)
        return ""

    @property
    def begins_with_options(self) -> bool:
        """`first` is one of them."""
        return self._questions[0].choices is not None

    @property
    def at_focus(self) -> Callable[[], None] | None:
        """Chooses the option that has the focus; of several, takes that back as well."""
        found = (each.choices.at_focus for each in self._questions if each.choices)
        return next(filter(None, found), None)

    def move(self, by: int) -> bool:
        """The focus goes on among the options of its question; False: it is elsewhere."""
        return any(each.choices.move(by) for each in self._questions if each.choices)

    def leads_on(self, stroke: Stroke) -> bool:
        """Return in a line goes on to the next, as there is no second line in it."""
        in_line = any(line.has_focus and not line.takes_lines for line in self._lines)
        return stroke.key == VirtualKey.RETURN and not stroke.with_control and in_line

    def submits(self, stroke: Stroke) -> bool:
        """Whether this key does: Return leads on from line to line, and with Ctrl submits."""
        if not (stroke.comes_up or stroke.with_control):  # and Ctrl may have come up before
            return False
        return any(line.submits(stroke) for line in self._lines)

    def read_anew(self) -> None:
        """What was changed otherwise than by hand may be out of sight."""
        if not (self._latest and self._latest.written_at_cursor):
            self.pane.read_anew()

    def watch_typing(self, on_change: Callable[[], None]) -> None:
        """`on_change` is called when something else stands in it."""
        self._on_change = on_change

    def set_alive(self, alive: bool) -> None:
        for each in self._questions:
            each.set_alive(alive)

    @property
    def _lines(self) -> list[TextInput]:
        return [each.line for each in self._questions if each.line]

    def _changed(self, question: _Question) -> None:
        self._latest = question
        self._on_change()
