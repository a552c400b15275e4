"""Several questions on one page."""

import sys

assert sys.platform == "linux"

from typing import Any

from gi.repository import Gdk, Gtk, Pango

from sayso.platforms.linux.gtk.choices import Choices
from sayso.platforms.linux.gtk.column import Column
from sayso.platforms.linux.gtk.labels import attributes, bold, wrapped
from sayso.platforms.linux.gtk.notes import Notes
from sayso.platforms.linux.gtk.text_box import TextBox
from sayso.presentation import catalogue, dialog
from sayso.presentation.dialog import Form as Words
from sayso.presentation.filling import FilledForm, FilledQuestion

_GAP = 6
"""Pixels more above each question than between its parts."""


class _Question(FilledQuestion):
    """One question: its text, its controls, and a note on what is wrong with the answer."""

    def __init__(self, words: dialog.FormQuestion) -> None:
        notes = Notes("")
        self.line: TextBox | None = None
        if isinstance(words.field, dialog.Choices):
            choices = Choices(words.field, words.drafted, words.header)
            super().__init__(words, choices, notes.say)
            choices.watch(self.changed)
            self.line = choices.line
            self.first = choices.first
            body = choices.rows
        else:
            self.line = line = _line(words.field, words.header)
            super().__init__(words, line.input, notes.say)
            line.input.watch_typing(self.changed)
            self.first = line.view
            body = [line.root]
        heading = _heading(words, self.first)
        message = [wrapped(words.message)] if words.message else []
        self.rows = [heading, *message, *body, notes.root]


class Form(FilledForm):
    """Several questions. They are submitted by *approve*, or by Ctrl+Return in a text."""

    def __init__(self, words: Words) -> None:
        self._questions = [_Question(each) for each in words.questions]
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
        super().__init__(self._questions, self.pane)

    def submits(self, event: Any) -> bool:
        """Whether this key submits: Return alone leads on from line to line, and with Ctrl it
        submits."""
        comes_up = event.type == Gdk.EventType.KEY_RELEASE  # Ctrl may have come up first
        if not (comes_up or event.state & Gdk.ModifierType.CONTROL_MASK):
            return False
        lines = [each.line for each in self._questions if each.line]
        return any(line.input.submits(event) for line in lines)

    def set_alive(self, alive: bool) -> None:
        self.pane.box.set_sensitive(alive)


def _line(field: dialog.TextField, header: str) -> TextBox:
    return TextBox(
        field.default,
        header,
        multiline=field.multiline,
        most=field.most,
        placeholder=field.placeholder,
    )


def _heading(words: dialog.FormQuestion, first: Any) -> Any:
    """`first`: the control that the heading's mnemonic leads to."""
    made = wrapped(words.header if words.required else catalogue.optional(words.header))
    made.set_attributes(attributes(bold(), Pango.attr_insert_hyphens_new(False)))
    made.set_mnemonic_widget(first)
    return made
