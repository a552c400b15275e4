"""Where the asker works; when the person opens it, also its process and the programs that started
it."""

import sys

assert sys.platform == "win32"

from collections.abc import Callable, Sequence

from sayso.core.text import shorten
from sayso.platforms.windows.native.messages import Message
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


class _Opener(PushButton):
    """A button that shows and hides what belongs to it. That is hidden at first."""

    def __init__(self, room: Room, label: str) -> None:
        self._is_open = False
        super().__init__(room, label, Mark.OPENS)
        self._present(has_focus=False)

    def set_open(self, is_open: bool) -> None:
        self._is_open = is_open
        self.set_mark(Mark.OPEN if is_open else Mark.OPENS)
        self._present(has_focus=self.has_focus)

    def take(self, window: int, message: int, wparam: int, lparam: int) -> int:
        if message in (Message.SET_FOCUS, Message.KILL_FOCUS):
            self._present(has_focus=message == Message.SET_FOCUS)
            accessible.tell()  # at once: a screen reader asks as the focus comes
        return super().take(window, message, wparam, lparam)

    def _present(self, *, has_focus: bool) -> None:
        accessible.show_as_opener(self.window, is_open=self._is_open, has_focus=has_focus)


class Lineage(Part):
    """A line that says where the asker works, and opens the rest. It is closed at first."""

    def __init__(
        self, room: Room, where: str, process: Sequence[str], started_by: Sequence[str]
    ) -> None:
        self._room = room
        self.line = _Opener(room, where)
        """The button that says where the asker works, and opens the rest."""
        self.line.is_flat = self.line.mark_follows = self.line.begins_line = True
        self.line.is_one_line = True
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
        self.line.set_open(self.is_open)

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
