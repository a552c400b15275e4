"""Controls below each other, which scroll together and count as one text that is to be read."""

import sys

assert sys.platform == "win32"

from collections.abc import Sequence

from sayso.platforms.windows.native import looks, painting, windows
from sayso.platforms.windows.native.messages import Message
from sayso.platforms.windows.native.windows import Style
from sayso.platforms.windows.win32 import accessible
from sayso.platforms.windows.win32.part import Part
from sayso.platforms.windows.win32.room import InnerRoom, Room
from sayso.platforms.windows.win32.scrolled import Scrolled
from sayso.presentation.reading import Area

_NOTCH = 120
"""WHEEL_DELTA: what WM_MOUSEWHEEL tells for one notch of the wheel."""
_LINES_BY_WHEEL = 3
_BESIDE = 3
"""Lines that are brought in view above and below the control with the focus: its name, and what is
wrong with it."""
_LINE_UP, _LINE_DOWN, _PAGE_UP, _PAGE_DOWN, _TO, _TO_TOO, _TOP, _BOTTOM = range(8)
"""SB_…: what the person does with the scrollbar."""


class ColumnRoom(InnerRoom):
    """The window that the controls stand in. It is made before they are."""

    def __init__(self, parent: Room, name: str) -> None:
        """`name`: what assistive technology calls the column."""
        self._column: Column | None = None
        super().__init__(parent, Style.SCROLLS_DOWN)
        looks.dress(self.window, dark=self.look.is_dark)
        accessible.name(self.window, name)

    def restyle(self) -> None:
        looks.dress(self.window, dark=self.look.is_dark)
        super().restyle()

    def fill(self, column: "Column") -> None:
        self._column = column

    def on_message(self, message: int, wparam: int, lparam: int) -> int | None:
        column = self._column
        if column and message == Message.SCROLL_DOWN:
            column.on_scroll_bar(wparam & 0xFFFF)
            return 0
        if column and message == Message.WHEEL:
            turned = (wparam >> 16 & 0xFFFF) - (0x10000 if wparam & 0x80000000 else 0)
            column.on_wheel(turned / _NOTCH)
            return 0
        done = super().on_message(message, wparam, lparam)
        if column and message == Message.PAINT:
            column.on_painted()
        return done


class Column(Scrolled):
    """Parts that scroll together. What has been seen is counted in rows, and each part is one
    row."""

    def __init__(self, room: ColumnRoom, rows: Sequence[Part], spacing: int = 6) -> None:
        super().__init__()
        self._room, self._parts, self._spacing = room, rows, spacing
        self._at = 0
        """How far it is scrolled down, in pixels."""
        self._tops: list[tuple[int, int]] = [(0, 1)] * len(rows)
        """Where each part begins, from the top of the column, and its height; in pixels."""
        self._size = (1, 1)
        self._whole = 1
        room.fill(self)

    @property
    def root(self) -> int:
        return self._room.window

    @property
    def natural_width(self) -> int:
        return 0

    def height(self, width: int) -> int:
        heights = [each.height(width) for each in self._parts]
        return sum(heights) + self._room.look.px(self._spacing) * (len(heights) - 1)

    def place(self, x: int, y: int, width: int, height: int) -> None:
        self._room.place(x, y, width, height)
        self._whole = self.height(width)
        if self._whole > height:
            windows.set_scroll(self.root, whole=self._whole, page=height, at=self._at)
            width = windows.size(self.root)[0] - self._room.look.px(6)
            self._whole = self.height(width)
        self._size = width, height
        self._move_to(self._at)

    def on_scroll_bar(self, how: int) -> None:
        self.on_hand()
        height, line = self._size[1], self._line
        at = self._at
        match how:
            case 0 | 1:
                at += line if how == _LINE_DOWN else -line
            case 2 | 3:
                at += (height - line) * (1 if how == _PAGE_DOWN else -1)
            case 4 | 5:
                at = windows.scroll(self.root).tracked
            case 6 | 7:
                at = self._whole if how == _BOTTOM else 0
        self._move_to(at)
        self.on_scrolled()

    def on_wheel(self, notches: float) -> None:
        self.on_hand()
        step = min(_LINES_BY_WHEEL * self._line, self._size[1])
        self._move_to(self._at - round(notches * step))
        self.on_scrolled()

    def bring_in_view(self, window: int) -> None:
        """Scrolls to a control in the column that the focus has come to."""
        self.on_hand()
        _left, above, _right, below = windows.area(window)
        _left, top, _right, bottom = windows.area(self.root)
        margin = _BESIDE * self._line
        if above - margin < top:
            self._move_to(self._at - (top - above) - margin)
        elif below + margin > bottom:
            self._move_to(self._at + (below - bottom) + margin)
        else:
            return
        self.on_scrolled()

    @property
    def _line(self) -> int:
        return painting.measure("", None, self._room.look.fonts.text)[1]

    def _move_to(self, at: int) -> None:
        width, height = self._size
        self._at = max(min(at, self._whole - height), 0)
        windows.set_scroll(self.root, whole=self._whole, page=height, at=self._at)
        top, tops = -self._at, []
        for part in self._parts:
            own = part.height(width)
            part.place(self._room.look.px(3), top, width - self._room.look.px(3), own)
            tops.append((top + self._at, own))
            top += own + self._room.look.px(self._spacing)
        self._tops = tops
        windows.draw_anew(self.root)

    @property
    def _rows(self) -> float:
        return float(len(self._parts))

    def _in_view(self) -> Area:
        return Area(self._row_at(self._at - 1), self._row_at(self._at + self._size[1] + 1))

    def _row_at(self, pixel: int) -> float:
        row = 0.0
        for number, (top, height) in enumerate(self._tops):
            if pixel >= top:
                row = number + min((pixel - top) / max(height, 1), 1.0)
        return row

    def _show_row(self, row: float) -> None:
        top, height = self._tops[min(int(row), len(self._tops) - 1)]
        self._move_to(top + round(height * (row % 1)) - self._line)
