"""Several questions on one page."""

import sys

assert sys.platform == "win32"

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
from sayso.presentation.filling import FilledForm, FilledQuestion

_LINES = 4
"""Lines of room for a text that may have several."""


class _Question(FilledQuestion):
    """One question of a form: its words, its field, and a line for what is wrong with the
    answer."""

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
            body = choices.rows
            notes = Notes(room, "")
            super().__init__(words, choices, notes.say)
            choices.watch(self.changed)
        else:
            self.line = self.first = line = _line(room, field, words.header)
            self.set_alive, self.move = line.set_alive, _moves_nowhere
            body = [Framed(room, line)]
            notes = Notes(room, "")
            super().__init__(words, line, notes.say)
            line.watch_typing(self.changed)
        self.rows: list[Part] = [*above, *body, notes]


def _line(room: Room, field: dialog.TextField, header: str) -> TextInput:
    return TextInput(
        room, header, field.default,
        multiline=field.multiline, lines=_LINES if field.multiline else 1, most=field.most,
        placeholder=field.placeholder,
    )  # fmt: skip


def _moves_nowhere(by: int) -> bool:
    return False


class Form(FilledForm):
    """All questions of a form. They are submitted by *approve*, or by Ctrl+Return in a text."""

    def __init__(self, room: Room, words: Words) -> None:
        inner = ColumnRoom(room, catalogue.FORM())
        error: list[Part] = [Notes(inner, words.error)] if words.error else []
        self._questions = [_Question(inner, each) for each in words.questions]
        self.first = self._questions[0].first
        rows = [*error, *(row for each in self._questions for row in each.rows)]
        self.pane = Column(inner, rows)
        self.elastic: Part = self.pane
        self.below: list[Part] = []
        super().__init__(self._questions, self.pane)

    def move(self, by: int) -> bool:
        """Moves the focus by so many among the options of one question. False: no option has the
        focus."""
        return any(each.move(by) for each in self._questions)

    def leads_on(self, stroke: Stroke) -> bool:
        """Whether the key leads to the next field: Return does, in a text of one line."""
        in_line = any(line.has_focus and not line.takes_lines for line in self._lines)
        return stroke.key == VirtualKey.RETURN and not stroke.with_control and in_line

    def submits(self, stroke: Stroke) -> bool:
        """Whether the key submits the form: Ctrl+Return does. Return alone leads to the next
        field."""
        # when Return comes up, Ctrl may have come up already
        if not (stroke.comes_up or stroke.with_control):
            return False
        return any(line.submits(stroke) for line in self._lines)

    def set_alive(self, alive: bool) -> None:
        for each in self._questions:
            each.set_alive(alive)

    @property
    def _lines(self) -> list[TextInput]:
        return [each.line for each in self._questions if each.line]
