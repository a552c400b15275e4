"""A line for words of the person's own, which go along with a denial."""

import sys

assert sys.platform == "win32"

from sayso.core.settings import WORDS_BYTES
from sayso.platforms.windows.win32.labels import Label
from sayso.platforms.windows.win32.part import Stack
from sayso.platforms.windows.win32.room import Room
from sayso.platforms.windows.win32.text_field import TextField
from sayso.presentation import catalogue, dialog


class DenyWords(Stack):
    """Hidden until it is wanted. What another program writes into it is not sent."""

    def __init__(self, room: Room) -> None:
        words = dialog.TextField(error="", default="", multiline=False, most=WORDS_BYTES)
        label = Label(room, catalogue.DENY_WORDS())
        self.field = TextField(room, words, catalogue.DENY_WORDS())
        super().__init__(room, [label, self.field.elastic, self.field.notes])
        self._was_armed = False
        self.show(False)

    @property
    def is_open(self) -> bool:
        return self.is_shown

    @property
    def answer(self) -> str:
        """What goes along with the denial; empty: nothing does."""
        sent = self.is_open and self.field.input.is_by_hand and not self.field.obstacle
        return self.field.input.text if sent else ""

    @property
    def takes_keys(self) -> bool:
        """Those that were meant for another window are not let in; it grows as it opens, which
        arms the dialog anew, but nobody types into a line that they opened for something else."""
        return self._was_armed

    def stand(self, is_armed: bool, is_alive: bool) -> None:
        """How the dialog stands."""
        self._was_armed = self._was_armed or is_armed
        self.field.set_alive(is_alive)

    def open(self) -> None:
        self.show(True)

    def close(self) -> None:
        """What was typed is gone."""
        self.show(False)
        self.field.input.clear()

    def note_hand(self) -> None:
        """Something of it has changed: who wrote it is told while it stands there."""
        if self.field.input.text and not self.field.input.is_by_hand:
            self.field.notes.say(catalogue.DENY_WORDS_NOT_TYPED())
