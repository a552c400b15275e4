"""Where some words are typed, in one line or several."""

import sys

assert sys.platform == "win32"

from collections.abc import Callable

from sayso.core.entry import Entry
from sayso.platforms.windows.win32.frame import Framed
from sayso.platforms.windows.win32.labels import Label
from sayso.platforms.windows.win32.notes import Notes
from sayso.platforms.windows.win32.part import Part
from sayso.platforms.windows.win32.room import Room
from sayso.platforms.windows.win32.stroke import Stroke
from sayso.platforms.windows.win32.text_input import TextInput
from sayso.presentation import catalogue
from sayso.presentation.dialog import TextField as Words

_LINES = 6
"""Lines to see of a text of several, where there is room."""


class TextField:
    """A text, which wraps, and a line of notes under it.

    What stands in it at first is the asker's, or was there before: it has to be read to its end, as
    all else is.
    """

    at_focus = None
    """No key chooses anything in it."""

    def __init__(self, room: Room, words: Words, name: str = "") -> None:
        lines = _LINES if words.multiline else 1
        self.pane = self.input = TextInput(
            room, name or catalogue.TEXT(), words.default,
            multiline=words.multiline, lines=lines, most=words.most,
        )  # fmt: skip
        self.elastic: Part = Framed(room, self.input)
        """What takes the height that there is."""
        self.notes = Notes(room, words.error)
        hint = [Label(room, catalogue.SENDS_LINES(), color="dim")] if words.multiline else []
        self.below: list[Part] = [self.notes, *hint]
        if words.multiline:
            self.input.describe(catalogue.SENDS_LINES())
        self.first = self.input
        self._on_typing: Callable[[], None] = lambda: None
        self.input.watch_typing(self._on_changed)

    @property
    def entries(self) -> tuple[Entry, ...]:
        """What stands in it."""
        return (Entry(self.input.text),)

    @property
    def drafts(self) -> tuple[Entry, ...]:
        """What is kept of it."""
        return self.entries

    @property
    def has_focus(self) -> bool:
        """Keys go into it."""
        return self.input.has_focus

    @property
    def obstacle(self) -> str:
        """What keeps it from being submitted, in words; empty: nothing."""
        if self.input.composing or self.input.text:
            return self.input.fault
        return catalogue.NO_TEXT()

    def submits(self, stroke: Stroke) -> bool:
        """Whether this key does, where the focus is."""
        return self.input.submits(stroke)

    def read_anew(self) -> None:
        """What was not written at the cursor may be out of sight."""
        if not self.input.written_at_cursor:
            self.input.read_anew()

    def watch_typing(self, on_typing: Callable[[], None]) -> None:
        """`on_typing` is called when what stands in it has changed."""
        self._on_typing = on_typing

    def set_alive(self, alive: bool) -> None:
        self.input.set_alive(alive)

    def _on_changed(self) -> None:
        note = self.obstacle or self.input.unseen_words
        self.notes.say(note if self.input.text else "")
        self._on_typing()
