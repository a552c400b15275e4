"""The top of the window: who asks, where they work, and how much time is left."""

import sys

assert sys.platform == "win32"

from sayso.platforms.windows.native import painting, windows
from sayso.platforms.windows.win32.labels import ShortLabel
from sayso.platforms.windows.win32.lineage import Lineage
from sayso.platforms.windows.win32.look import Look
from sayso.platforms.windows.win32.part import Part
from sayso.platforms.windows.win32.room import Room
from sayso.platforms.windows.win32.time_left import TimeLeft
from sayso.presentation.dialog import DialogModel

_QUESTION, _WARNING, _TELLING = 32514, 32515, 32516
"""IDI_…"""
_ICON = 32
_GAP = 2
_LINES = 2
"""The most lines for who asks."""


class Header(Part):
    def __init__(self, room: Room, model: DialogModel) -> None:
        self._room = room
        kind = _WARNING if model.destructive else _QUESTION if model.deny else _TELLING
        self._icon = painting.icon(kind)
        self._icon_at: tuple[int, int] | None = None
        self._heading = ShortLabel(room, model.heading, lines=_LINES, font="bold")
        self.lineage = Lineage(room, model.where, model.process, model.lineage)
        self.time_left = TimeLeft(room, model.standing.seconds)
        self.last = self.time_left
        """The last of the header's controls, which the next part follows."""
        room.decorations.append(self)

    def height(self, width: int) -> int:
        heading = self._heading.height(self._heading_width(width))
        words = heading + self._room.look.px(_GAP) + self.lineage.height(self._inner(width))
        return max(words, self._room.look.px(_ICON))

    def place(self, x: int, y: int, width: int, height: int) -> None:
        self._icon_at = x, y
        inner, beside = self._inner(width), self._heading_width(width)
        left, line = x + width - inner, self._heading.height(beside)
        self._heading.place(left, y, beside, line)
        time = self.time_left.natural_width
        self.time_left.place(x + width - time, y, time, self.time_left.height(time))
        below = y + line + self._room.look.px(_GAP)
        self.lineage.place(left, below, inner, self.lineage.height(inner))

    @property
    def on_screen(self) -> painting.Area:
        """The area of the screen with who asks, where they work, and the time left: left, top,
        right, bottom."""
        parts = self._heading, self.time_left, self.lineage.line
        areas = [windows.area(each.window) for each in parts]
        lefts, tops, rights, bottoms = zip(*areas, strict=True)
        return min(lefts), min(tops), max(rights), max(bottoms)

    def draw(self, dc: int, look: Look) -> None:
        if self._icon_at:
            painting.draw_icon(dc, self._icon, *self._icon_at, look.px(_ICON))

    def _inner(self, width: int) -> int:
        return width - self._room.look.px(_ICON + 12)

    def _heading_width(self, width: int) -> int:
        return self._inner(width) - self.time_left.natural_width - self._room.look.px(12)
