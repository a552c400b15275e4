"""Several questions on one page."""

from __future__ import annotations

import sys

assert sys.platform == "darwin"

from sayso.platforms.macos.cocoa.choices import Choices
from sayso.platforms.macos.cocoa.column import Column, ColumnRoom
from sayso.platforms.macos.cocoa.frame import Framed
from sayso.platforms.macos.cocoa.labels import Label
from sayso.platforms.macos.cocoa.notes import Notes
from sayso.platforms.macos.cocoa.part import Control, Part
from sayso.platforms.macos.cocoa.room import Room
from sayso.platforms.macos.cocoa.stroke import Stroke
from sayso.platforms.macos.cocoa.text_input import TextInput
from sayso.presentation import catalogue, dialog
from sayso.presentation.dialog import Form as Words
from sayso.presentation.filling import FilledForm, FilledQuestion

_LINES = 4
"""Lines of room for a text that may have several."""


class _Question(FilledQuestion):
    """One question of a form: its words, what is filled in, and beside that what is wrong with
    it."""

    def __init__(self, room: Room, words: dialog.FormQuestion) -> None:
        header = words.header if words.required else catalogue.optional(words.header)
        above: list[Part] = [Label(room, header, font="bold")]
        if words.message:
            above.append(Label(room, words.message))
        field = words.field
        self.line: TextInput | None
        if isinstance(field, dialog.Choices):
            choices = Choices(room, field, words.drafted, words.header)
            self.line = choices.line
            self.first: Control = choices.first
            self.set_alive, self.move = choices.set_alive, choices.move
            notes = Notes(room, "")
            super().__init__(words, choices, notes.say)
            choices.watch(self.changed)
            self.rows: list[Part] = [*above, *choices.rows, notes]
        else:
            self.line = self.first = line = _line(room, field, words.header)
            self.set_alive, self.move = line.set_alive, _moves_nowhere
            notes = Notes(room, "")
            super().__init__(words, line, notes.say)
            line.watch_typing(self.changed)
            self.rows = [*above, Framed(room, line), notes]


def _line(room: Room, field: dialog.TextField, header: str) -> TextInput:
    return TextInput(
        room, header, field.default,
        multiline=field.multiline, lines=_LINES if field.multiline else 1, most=field.most,
        placeholder=field.placeholder,
    )  # fmt: skip


def _moves_nowhere(by: int) -> bool:
    return False


class Form(FilledForm):
    """A form, which is submitted by *approve*, or by Ctrl+Return in a text."""

    def __init__(self, room: Room, words: Words) -> None:
        inner = ColumnRoom(room)
        error: list[Part] = [Notes(inner, words.error)] if words.error else []
        self._questions = [_Question(inner, each) for each in words.questions]
        self.first = self._questions[0].first
        rows = [*error, *(row for each in self._questions for row in each.rows)]
        self.pane = Column(inner, catalogue.FORM(), rows)
        self.elastic: Part = self.pane
        self.below: list[Part] = []
        self.texts = [each.line for each in self._questions if each.line]
        """The text fields, also those below options."""
        super().__init__(self._questions, self.pane)

    def move(self, by: int) -> bool:
        """Moves the focus by `by` among the options of a question; False: none of them has it."""
        return any(each.move(by) for each in self._questions)

    def leads_on(self, stroke: Stroke) -> bool:
        """Whether this key goes on to the next text field: Return does, in a text of one line,
        while no input method is at work."""
        lines = [each for each in self.texts if not (each.takes_lines or each.composing)]
        in_line = any(line.has_focus for line in lines)
        return stroke.is_return and not stroke.with_control and in_line

    def holds(self, control: Control) -> bool:
        """Whether this control is one of the form's."""
        return bool(control.view.isDescendantOf_(self.pane.scroll))

    def submits(self, stroke: Stroke) -> bool:
        """Whether this key submits the form: Ctrl+Return does, in a text; Return alone goes on to
        the next one."""
        if not (stroke.comes_up or stroke.with_control):  # Ctrl may come up before Return
            return False
        return any(line.submits(stroke) for line in self.texts)

    def set_alive(self, alive: bool) -> None:
        for each in self._questions:
            each.set_alive(alive)
