"""Where the asker works; when the person opens it, also its process and the programs that started
it."""

import sys

assert sys.platform == "win32"

from collections.abc import Callable, Sequence

from sayso.core.text import shorten
from sayso.platforms.windows.win32 import accessible
from sayso.platforms.windows.win32.button import Mark, PushButton
from sayso.platforms.windows.win32.part import Part
from sayso.platforms.windows.win32.room import Room
from sayso.platforms.windows.win32.text_pane import text_pane
from sayso.presentation import catalogue

_HIGHEST = 180
"""Pixels; more lines scroll."""
_TIP_SHOWN = 1_000
"""The most characters of the tip."""


class Lineage(Part):
    """A line that says where the asker works, and opens the rest. It is closed at first."""

    def __init__(
        self, room: Room, where: str, process: Sequence[str], started_by: Sequence[str]
    ) -> None:
        self._room = room
        self.line = PushButton(room, where, Mark.OPENS)
        """The button that says where the asker works, and opens the rest."""
        self.line.is_flat = self.line.mark_follows = self.line.begins_line = True
        self.line.is_one_line = True
        accessible.show_as_opener(self.line.window, is_open=False)
        heading = [catalogue.LINEAGE()] if started_by else []
        lines = "\n".join([*process, *heading, *started_by])
        self._lines = text_pane(room, catalogue.LINEAGE(), lines, behind="behind")
        self._lines.show(False)

    @property
    def is_open(self) -> bool:
        return self._lines.is_shown

    def watch(self, toggle: Callable[[], None]) -> None:
        """`toggle` is called when the person wants it open, or closed again."""
        self.line.watch(toggle)

    def toggle(self) -> None:
        self._lines.show(not self.is_open)
        self.line.set_mark(Mark.OPEN if self.is_open else Mark.OPENS)
        accessible.show_as_opener(self.line.window, is_open=self.is_open)

    def height(self, width: int) -> int:
        line = self.line.height(width)
        if not self.is_open:
            return line
        px = self._room.look.px
        return line + px(6) + min(self._lines.height(width), px(_HIGHEST))

    def place(self, x: int, y: int, width: int, height: int) -> None:
        px = self._room.look.px
        line, beside = self.line.height(width), self.line.across
        self.line.place(x - beside, y, min(self.line.one_line_width, width + beside), line)
        self.line.set_tip(shorten(self.line.label, _TIP_SHOWN) if self.line.is_cut else "")
        if self.is_open:
            self._lines.place(x, y + line + px(6), width, height - line - px(6))
