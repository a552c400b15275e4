"""Where the asker works; on demand its process, and which programs started it."""

import sys

assert sys.platform == "win32"

from collections.abc import Callable, Sequence

from sayso.platforms.windows.win32.button import Mark, PushButton
from sayso.platforms.windows.win32.device import by_device
from sayso.platforms.windows.win32.edit import TextPane
from sayso.platforms.windows.win32.labels import OneLine
from sayso.platforms.windows.win32.part import Part
from sayso.platforms.windows.win32.room import Room
from sayso.presentation import catalogue

_HIGHEST = 180
"""Pixels; more lines scroll."""


class Lineage(Part):
    """Closed until the person opens it."""

    def __init__(
        self, room: Room, where: str, process: Sequence[str], started_by: Sequence[str]
    ) -> None:
        self._room = room
        self._arrow = PushButton(room, "", Mark.OPENS)
        self._arrow.is_flat = True
        self._arrow.say_apart(where, Mark.OPENS)
        self._where = OneLine(room, where)
        heading = [catalogue.LINEAGE()] if started_by else []
        lines = "\n".join([*process, *heading, *started_by])
        self._lines = TextPane(room, lines, behind="behind")
        self._lines.show(False)

    @property
    def is_open(self) -> bool:
        return self._lines.is_shown

    def watch(self, turn: Callable[[], None]) -> None:
        """`turn` hears that the person wants it open, or closed."""
        self._arrow.watch(lambda: turn() if by_device() else None)

    def turn(self) -> None:
        self._lines.show(not self.is_open)
        self._arrow.say_apart(self._where.words, Mark.OPEN if self.is_open else Mark.OPENS)

    def height(self, width: int) -> int:
        line = self._where.height(width)
        if not self.is_open:
            return line
        px = self._room.look.px
        return line + px(6) + min(self._lines.height(width), px(_HIGHEST))

    def place(self, x: int, y: int, width: int, height: int) -> None:
        px = self._room.look.px
        line, arrow = self._where.height(width), px(20)
        words = min(self._where.natural_width, width - arrow - px(4))
        self._where.place(x, y, words, line)
        self._arrow.place(x + words + px(4), y - px(2), arrow, line + px(4))
        if self.is_open:
            self._lines.place(x, y + line + px(6), width, height - line - px(6))
