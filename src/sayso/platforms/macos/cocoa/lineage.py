"""The line that says where the asker works; on demand also its process, and which programs started
it."""

from __future__ import annotations

import sys

assert sys.platform == "darwin"

from collections.abc import Callable, Sequence

from sayso.core.text import shorten
from sayso.platforms.macos.cocoa import accessible
from sayso.platforms.macos.cocoa.button import Mark, PushButton
from sayso.platforms.macos.cocoa.part import Part
from sayso.platforms.macos.cocoa.room import Room
from sayso.platforms.macos.cocoa.text_pane import text_pane
from sayso.presentation import catalogue

_HIGHEST = 180
"""Most points of height; more lines scroll."""
_TIP_SHOWN = 1_000
"""Most characters of a tip."""
_GAP, _INSET = 6, 14


class Lineage(Part):
    """The line, and a text under it that is hidden until the person opens it."""

    def __init__(
        self, room: Room, where: str, process: Sequence[str], started_by: Sequence[str]
    ) -> None:
        self.line = PushButton(room, where, Mark.OPENS)
        """The button that says where the asker works, and opens the rest."""
        self.line.make_flat()
        self.line.begins_line = self.line.mark_follows = self.line.is_one_line = True
        self.line.set_mark(Mark.OPENS)
        accessible.show_as_opener(self.line.view, is_open=False)
        heading = [catalogue.LINEAGE()] if started_by else []
        lines = "\n".join([*process, *heading, *started_by])
        self._lines = text_pane(room, catalogue.LINEAGE(), lines)
        self._lines.show(False)

    @property
    def is_open(self) -> bool:
        return self._lines.is_shown

    def watch(self, toggle: Callable[[], None]) -> None:
        """`toggle` is called when the person wants the text opened, or closed."""
        self.line.watch(toggle)

    def toggle(self) -> None:
        self._lines.show(not self.is_open)
        self.line.set_mark(Mark.OPEN if self.is_open else Mark.OPENS)
        accessible.show_as_opener(self.line.view, is_open=self.is_open)

    def height(self, width: int) -> int:
        line = self.line.height(width)
        return line + _GAP + min(self._lines.height(width), _HIGHEST) if self.is_open else line

    def place(self, x: int, y: int, width: int, height: int) -> None:
        line = self.line.height(width)
        self.line.place(x - _INSET, y, min(self.line.one_line_width, width), line)
        self.line.set_tip(shorten(self.line.label, _TIP_SHOWN) if self.line.is_cut else "")
        if self.is_open:
            self._lines.place(x, y + line + _GAP, width, height - line - _GAP)
