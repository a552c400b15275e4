"""A border around a control, which shows whether the control has the focus."""

from __future__ import annotations

import sys

assert sys.platform == "darwin"

from sayso.platforms.macos.cocoa import look
from sayso.platforms.macos.cocoa.part import Control, Part
from sayso.platforms.macos.cocoa.room import Area, Room, draw_box

_INSET, _INSET_DOWN = 4, 5


class Framed(Part):
    def __init__(self, room: Room, control: Control) -> None:
        self._room, self.control = room, control
        self._area: Area | None = None
        room.decorations.append(self)

    def height(self, width: int) -> int:
        return self.control.height(width - 2 * _INSET) + 2 * _INSET_DOWN

    def place(self, x: int, y: int, width: int, height: int) -> None:
        self._area = x, y, width, height
        self.control.place(
            x + _INSET, y + _INSET_DOWN, width - 2 * _INSET, height - 2 * _INSET_DOWN
        )

    def show(self, shown: bool) -> None:
        super().show(shown)
        self.control.show(shown)
        if not shown:
            self._area = None

    def draw(self) -> None:
        if self._area is None:
            return
        has_focus = self.control.has_focus
        edge, thickness = look.color("accent" if has_focus else "edge"), 2.0 if has_focus else 1.0
        draw_box(self._room, self._area, look.color("sheet"), edge, thickness=thickness)
