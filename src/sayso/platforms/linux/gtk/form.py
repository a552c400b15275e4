"""Several questions on one page."""

import sys

assert sys.platform == "linux"

from collections.abc import Callable
from functools import partial
from typing import Any

from gi.repository import Gdk, Gtk, Pango

from sayso.core.entry import Entry
from sayso.platforms.linux.gtk.choices import Choices
from sayso.platforms.linux.gtk.column import Column
from sayso.platforms.linux.gtk.labels import attributes, bold, wrapped
from sayso.platforms.linux.gtk.notes import Notes
from sayso.platforms.linux.gtk.text_box import TextBox
from sayso.presentation import catalogue, dialog
from sayso.presentation.dialog import Form as Words

_GAP = 6
"""Pixels more above each question than between its parts."""


class _Question:
    """One of them: its words, what is filled in, and beside that what is wrong with it."""

    def __init__(self, words: dialog.FormQuestion) -> None:
        self._words = words
        self._begun = bool(words.drafted != Entry())
        """The person has filled something in: before that nothing is called missing."""
        self._on_change: Callable[[], None] = lambda: None
        self.choices: Choices | None = None
        self.line: TextBox | None = None
        if isinstance(words.field, dialog.Choices):
            self.choices = Choices(words.field, words.drafted, words.header)
            self.line = self.choices.line
            self.choices.watch(self._changed)
            self.first = self.choices.first
            body = self.choices.rows
        else:
            field = words.field
            self.line = TextBox(
                field.default,
                words.header,
                multiline=field.multiline,
                most=field.most,
                placeholder=field.placeholder,
            )
            self.line.input.watch(self._changed)
            self.first = self.line.view
            body = [self.line.root]
        self._notes = Notes("")
        self.rows = [self._heading(), *self._message(), *body, self._notes.root]

    @property
    def header(self) -> str:
        return self._words.header

    @property
    def entry(self) -> Entry:
        if self.choices:
            return self.choices.entry
        return Entry(self.line.input.text if self.line else "")

    @property
    def draft(self) -> Entry:
        return self.choices.draft if self.choices else self.entry

    @property
    def obstacle(self) -> str:
        """What keeps it from being an answer, in words; empty: nothing."""
        if self.choices:
            return self.choices.fault or self._words.obstacle(self.entry)
        fault = self.line.input.fault if self.line else ""
        return fault or self._words.obstacle(self.entry)

    @property
    def written_at_cursor(self) -> bool:
        """The latest change of it was typed where the person looks."""
        if self.choices:
            return self.choices.written_at_cursor
        line = self.line
        return line is not None and line.input.has_focus and line.input.written_at_cursor

    def watch(self, on_change: Callable[[], None]) -> None:
        self._on_change = on_change

    def say(self) -> None:
        """Beside it, what is wrong with what stands there."""
        unseen = self.line.input.unseen if self.line else ""
        self._notes.say((self.obstacle or unseen) if self._begun else "")

    def _changed(self) -> None:
        self._begun = True
        self.say()
        self._on_change()

    def _heading(self) -> Any:
        words = self._words
        made = wrapped(words.header if words.required else catalogue.optional(words.header))
        made.set_attributes(attributes(bold(), Pango.attr_insert_hyphens_new(False)))
        made.set_mnemonic_widget(self.first)
        return made

    def _message(self) -> list[Any]:
        return [wrapped(self._words.message)] if self._words.message else []


class Form:
    """Submitted as one, by *approve* or by Ctrl+Return in a text."""

    def __init__(self, words: Words) -> None:
        self._on_change: Callable[[], None] = lambda: None
        self._questions = [_Question(each) for each in words.questions]
        self._latest: _Question | None = None
        """The one in which something changed last."""
        for each in self._questions:
            each.watch(partial(self._changed, each))
        for each in self._questions:
            each.rows[0].set_margin_top(_GAP)
        self.first = self._questions[0].first
        rows = [row for each in self._questions for row in each.rows]
        if words.error:
            rows.insert(0, Notes(words.error).root)
        self.pane = Column(rows, catalogue.FORM())
        for each in self._questions:
            if each.line:
                self.pane.follow(each.line.view, each.rows[-1])
        self.root = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
        self.root.pack_start(self.pane.root, True, True, 0)
        self.root.show_all()
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
        return any(each.line and each.line.input.has_focus for each in self._questions)

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

    def submits(self, event: Any) -> bool:
        """Whether this key does: Return leads on from line to line, and with Ctrl submits."""
        comes_up = event.type == Gdk.EventType.KEY_RELEASE  # and Ctrl may have before
        if not (comes_up or event.state & Gdk.ModifierType.CONTROL_MASK):
            return False
        lines = [each.line for each in self._questions if each.line]
        return any(line.input.submits(event) for line in lines)

    def read_anew(self) -> None:
        """What was changed otherwise than by hand may be out of sight."""
        if not (self._latest and self._latest.written_at_cursor):
            self.pane.read_anew()

    def watch(self, on_change: Callable[[], None]) -> None:
        """`on_change` is called when something else stands in it."""
        self._on_change = on_change

    def set_alive(self, alive: bool) -> None:
        self.pane.box.set_sensitive(alive)

    def _changed(self, question: _Question) -> None:
        self._latest = question
        self._on_change()
