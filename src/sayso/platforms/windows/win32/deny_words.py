"""The line for the person's own words that go along with a denial."""

import sys

assert sys.platform == "win32"

from collections.abc import Callable

from sayso.core.settings import WORDS_BYTES
from sayso.platforms.windows.win32.labels import Label
from sayso.platforms.windows.win32.part import Stack
from sayso.platforms.windows.win32.room import Room
from sayso.platforms.windows.win32.text_field import TextField
from sayso.presentation import catalogue, dialog


class DenyWords(Stack):
    """The line, with its label and notes. It is hidden until the person wants it."""

    def __init__(self, room: Room, no_password: str) -> None:
        """`no_password`: our words that no password belongs here; empty: nothing has to be said."""
        words = dialog.TextField(error="", default="", multiline=False, most=WORDS_BYTES)
        label = Label(room, catalogue.DENY_WORDS())
        self._field = TextField(room, words, catalogue.DENY_WORDS())
        said = [Label(room, no_password)] if no_password else []
        super().__init__(room, [label, *said, self._field.elastic, self._field.notes])
        self.first = self._field.first
        self.submits = self._field.submits
        self.set_alive = self._field.set_alive
        self.say = self._field.notes.say
        self.show(False)

    @property
    def is_open(self) -> bool:
        return self.is_shown

    @property
    def text(self) -> str:
        return self._field.input.text

    @property
    def is_by_hand(self) -> bool:
        """Whether all of the text was written by the person."""
        return self._field.input.is_by_hand

    @property
    def has_focus(self) -> bool:
        """Whether keys go into the line."""
        return self._field.has_focus

    @property
    def obstacle(self) -> str:
        """What keeps the text from being sent, in words; empty: nothing does."""
        return self._field.obstacle

    def watch_typing(self, on_typing: Callable[[], None]) -> None:
        """`on_typing` is called when the text has changed."""
        self._field.watch_typing(on_typing)

    def open(self) -> None:
        self.show(True)

    def close(self) -> None:
        """Hides the line, and drops what was typed."""
        self.show(False)
        self._field.input.clear()
