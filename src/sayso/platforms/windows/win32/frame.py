"""A border around a control that is typed into; it shows whether the control has the focus."""

import sys

assert sys.platform == "win32"

from sayso.platforms.windows.native import painting
from sayso.platforms.windows.win32.look import Look
from sayso.platforms.windows.win32.part import Control, Part
from sayso.platforms.windows.win32.room import Room

_INSET, _INSET_DOWN = 7, 5


class Framed(Part):
    def __init__(self, room: Room, control: Control) -> None:
        self._room, self.control = room, control
        self._area: painting.Area | None = None
        room.decorations.append(self)

    def height(self, width: int) -> int:
        px = self._room.look.px
        return self.control.height(width - 2 * px(_INSET)) + 2 * px(_INSET_DOWN)

    def place(self, x: int, y: int, width: int, height: int) -> None:
        px = self._room.look.px
        self._area = x, y, x + width, y + height
        self.control.place(
            x + px(_INSET),
            y + px(_INSET_DOWN),
            width - 2 * px(_INSET),
            height - 2 * px(_INSET_DOWN),
        )

    def show(self, shown: bool) -> None:
        super().show(shown)
        self.control.show(shown)
        if not shown:
            self._area = None

    def draw(self, dc: int, look: Look) -> None:
        if self._area is None:
            return
        palette = look.palette
        line, thickness = palette.edge, look.px(1)
        if self.control.has_focus:
            line, thickness = palette.accent, look.px(2)
        painting.rounded(
            dc, self._area, look.px(3), face=palette.sheet, line=line, thickness=thickness
        )
