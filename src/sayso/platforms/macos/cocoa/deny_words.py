"""The line for words of the person's own, which go along with a denial."""

from __future__ import annotations

import sys

assert sys.platform == "darwin"

from collections.abc import Callable

from sayso.core.settings import WORDS_BYTES
from sayso.platforms.macos.cocoa.labels import Label
from sayso.platforms.macos.cocoa.part import Stack
from sayso.platforms.macos.cocoa.room import Room
from sayso.platforms.macos.cocoa.text_field import TextField
from sayso.presentation import catalogue, dialog


class DenyWords(Stack):
    """The line with its label and notes; hidden until it is wanted."""

    def __init__(self, room: Room, no_password: str) -> None:
        """`no_password`: our words that no password belongs here; empty: there is no reason to say
        so."""
        words = dialog.TextField(error="", default="", multiline=False, most=WORDS_BYTES)
        label = Label(room, catalogue.DENY_WORDS())
        self._field = TextField(room, words, catalogue.DENY_WORDS())
        said = [Label(room, no_password)] if no_password else []
        super().__init__([label, *said, self._field.elastic, self._field.notes])
        self.first = self._field.first
        self.submits = self._field.submits
        self.set_alive = self._field.set_alive
        self.say = self._field.notes.say
        self.texts = self._field.texts
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
        """Whether keys go into the line as text."""
        return self._field.has_focus

    @property
    def obstacle(self) -> str:
        """What keeps the text from being sent, in words; empty: nothing."""
        return self._field.obstacle

    def watch_typing(self, on_typing: Callable[[], None]) -> None:
        """`on_typing` is called when the text has changed."""
        self._field.watch_typing(on_typing)

    def open(self) -> None:
        self.show(True)

    def close(self) -> None:
        """Hides the line, and clears what was typed."""
        self.show(False)
        self._field.input.clear()
