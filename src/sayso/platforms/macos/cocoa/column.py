"""Controls, one below the other, which scroll together and are read as one text."""

from __future__ import annotations

import sys

assert sys.platform == "darwin"

from collections.abc import Sequence

from sayso.platforms.macos.cocoa import accessible, look
from sayso.platforms.macos.cocoa.part import Control, Part
from sayso.platforms.macos.cocoa.room import Room, SaysoRoom
from sayso.platforms.macos.cocoa.scrolled import Scrolled
from sayso.presentation.reading import Area

_BESIDE = 3
"""Lines that are kept in view above and below the control with the focus: its name, and what is
wrong with it."""
_INSET = 4
_BAR = 20
"""Width of a scroller, in points."""


class ColumnRoom(Room):
    """The room that a column's controls stand in. It is made before they are."""

    def __init__(self, parent: Room) -> None:
        super().__init__(parent.top, SaysoRoom.alloc().initWithFrame_(((0, 0), (100, 100))))
        self.parent = parent


class Column(Scrolled):
    """Parts that scroll together. Each part counts as one row of what was seen."""

    def __init__(self, room: ColumnRoom, name: str, rows: Sequence[Part], spacing: int = 6) -> None:
        """`name`: what assistive technology calls the column."""
        super().__init__(room.view)
        self._room, self._parts, self._spacing = room, rows, spacing
        self._tops: list[tuple[int, int]] = [(0, 1)] * len(rows)
        """Where each part begins, and how high it is, in points."""
        room.parent.add(self.scroll)
        accessible.name(self.scroll, name)

    @property
    def natural_width(self) -> int:
        return 0

    def height(self, width: int) -> int:
        inner = width - 2 * _INSET
        heights = [each.height(inner) for each in self._parts]
        return sum(heights) + self._spacing * (len(heights) - 1) + 2 * _INSET

    def place(self, x: int, y: int, width: int, height: int) -> None:
        scrolls = self.height(width) > height
        self.scroll.setHasVerticalScroller_(scrolls)
        self._room.parent.put(self.scroll, x, y, width, height)
        inner = width - _BAR * scrolls
        whole = max(self.height(inner), height)
        self._room.view.setFrame_(((0, 0), (inner, whole)))
        top, tops = _INSET, []
        for part in self._parts:
            own = part.height(inner - 2 * _INSET)
            part.place(_INSET, top, inner - 2 * _INSET, own)
            tops.append((top, own))
            top += own + self._spacing
        self._tops = tops
        self._room.draw_anew()

    def bring_in_view(self, control: Control) -> None:
        """Scrolls to this control, which has got the focus, if it is in the column."""
        if not control.view.isDescendantOf_(self._room.view):
            return
        self.on_hand()
        (_, above), (_, high) = control.view.convertRect_toView_(
            control.view.bounds(), self._room.view
        )
        (_, top), (_, height) = self.scroll.documentVisibleRect()
        margin = _BESIDE * look.line_height("text")
        if above - margin < top:
            self.scroll_to(0, above - margin)
        elif above + high + margin > top + height:
            self.scroll_to(0, above + high + margin - height)

    @property
    def _rows(self) -> float:
        return float(len(self._parts))

    def _in_view(self) -> Area:
        (_, top), (_, height) = self.scroll.documentVisibleRect()
        return Area(self._row_at(top - 1), self._row_at(top + height + 1))

    def _row_at(self, point: float) -> float:
        row = 0.0
        for number, (top, height) in enumerate(self._tops):
            if point >= top:
                row = number + min((point - top) / max(height, 1), 1.0)
        return row

    def _show_row(self, row: float) -> None:
        top, height = self._tops[min(int(row), len(self._tops) - 1)]
        self.scroll_to(0, top + height * (row % 1) - look.line_height("text"))
