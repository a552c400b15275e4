"""The system's edit control for texts that wrap: its text, and which of its lines are in view."""

import sys

assert sys.platform == "win32"

from sayso.platforms.windows.native import controls, looks, painting, windows
from sayso.platforms.windows.native.controls import EDIT, EditMessage, EditStyle
from sayso.platforms.windows.native.messages import Message
from sayso.platforms.windows.native.windows import Extended, Style
from sayso.platforms.windows.win32.part import Control
from sayso.platforms.windows.win32.room import Room, Unmirrored
from sayso.platforms.windows.win32.scrolled import Scrolled
from sayso.presentation.direction import runs_right_to_left
from sayso.presentation.long_lines import LONGEST
from sayso.presentation.reading import Area

_SCROLLING = frozenset(
    [
        Message.SCROLL_DOWN, Message.SCROLL_ASIDE, Message.WHEEL, Message.WHEEL_ASIDE,
        Message.KEY_DOWN, Message.LEFT_DOWN, EditMessage.SCROLL_BY, EditMessage.SHOW_CURSOR,
    ]
)  # fmt: skip
_LIKELY_WIDTH = 440
"""Width in pixels before the control is placed. Without a width each letter would be a line, and
for a long text that takes its time."""
_LARGE = 20_000
"""Characters from which on a text counts as large: it fits no screen, and the control takes its
time to wrap it."""
_FEWEST_LINES = 400
"""Lines that a large text is taken to have."""
_CODE = frozenset(["fixed", "code"])
"""Fonts, by their names in the look, whose text always runs from left to right."""
_FROM_RIGHT = Extended.WORDS_AT_RIGHT | Extended.READ_FROM_RIGHT | Extended.SCROLLS_AT_LEFT


class Edit(Control, Scrolled):
    """An edit control of several lines, which wrap. What has been seen is counted in rows, and each
    character is one row."""

    def __init__(
        self,
        room: Room,
        name: str,
        text: str,
        *,
        style: int,
        font: str = "text",
        behind: str = "sheet",
    ) -> None:
        """`name`: what assistive technology calls it; `font` and `behind` (its background): by
        their names in the look."""
        self._font, self._behind = font, behind
        Scrolled.__init__(self)
        style |= EditStyle.LINES | EditStyle.MOVES_DOWN | Style.SCROLLS_DOWN | Style.TAB_STOP
        extended = Extended.NONE
        if font not in _CODE and runs_right_to_left(text):
            style, extended = style | EditStyle.AT_RIGHT, _FROM_RIGHT
        self._holder = Unmirrored(room) if windows.is_mirrored(room.window) else None
        Control.__init__(self, self._holder or room, EDIT, style=style, extended=extended)
        windows.send(self.window, EditMessage.LIMIT, 0)
        self._put(0, 0, room.look.px(_LIKELY_WIDTH), room.look.px(_LIKELY_WIDTH))
        self.text = text
        self.name(name)

    @property
    def root(self) -> int:
        return self.window

    @property
    def font(self) -> int:
        return int(getattr(self.room.look.fonts, self._font))

    @property
    def text(self) -> str:
        return controls.text(self.window).replace("\r\n", "\n")

    @text.setter
    def text(self, words: str) -> None:
        windows.set_text(self.window, words.replace("\n", "\r\n"))
        self._longest = max(words.split("\n"), key=len)[:LONGEST]

    @property
    def natural_width(self) -> int:
        wide = painting.measure(self._longest, None, self.font)[0]
        return wide + self.room.look.px(12)

    @property
    def line_height(self) -> int:
        return painting.measure("", None, self.font)[1]

    def height(self, width: int) -> int:
        """Pixels that the whole text takes with this width, as the control itself wraps it; a guess
        for a large text."""
        if self._is_large:
            return _FEWEST_LINES * self.line_height
        self._set_scrolls(False)
        left, top, _width, height = self.area
        Control.place(self, left, top, width, height)
        return self._whole_height

    @property
    def _is_large(self) -> bool:
        return controls.length(self.window) > _LARGE

    @property
    def _whole_height(self) -> int:
        return windows.send(self.window, EditMessage.LINES) * self.line_height

    def place(self, x: int, y: int, width: int, height: int) -> None:
        """Places the control; it gets a scrollbar where the text needs more than this height."""
        if self._is_large:
            self._set_scrolls(True)
            super().place(x, y, width, height)
            return
        self._set_scrolls(False)
        super().place(x, y, width, height)
        self._set_scrolls(self._whole_height > height)

    def _put(self, x: int, y: int, width: int, height: int) -> None:
        if self._holder:
            self._holder.place(x, y, width, height)
            x = y = 0
        super()._put(x, y, width, height)

    def show(self, shown: bool) -> None:
        super().show(shown)
        if self._holder:
            self._holder.show(shown)

    def restyle(self) -> None:
        super().restyle()
        looks.dress(self.window, dark=self.room.look.is_dark)

    def colors(self, dc: int) -> int:
        palette = self.room.look.palette
        return painting.set_colors(dc, palette.text, getattr(palette, self._behind))

    def _set_scrolls(self, scrolls: bool) -> None:
        """Shows or hides the scrollbar. It is set at each layout: while the control has little room
        the system shows one by itself."""
        windows.show_scroll(self.window, shown=scrolls)

    def on_message(self, window: int, message: int, wparam: int, lparam: int) -> int:
        if message not in _SCROLLING:
            done = super().on_message(window, message, wparam, lparam)
        else:
            self.on_hand()
            before = self._in_view()
            done = super().on_message(window, message, wparam, lparam)
            if self._in_view() != before:
                self.on_scrolled()
        if message == Message.PAINT:
            self.on_painted()
        return done

    @property
    def _rows(self) -> float:
        return float(controls.length(self.window))

    def _in_view(self) -> Area:
        """The characters of the lines that are in view as a whole."""
        first = windows.send(self.window, EditMessage.FIRST_LINE)
        _left, top, _right, bottom = controls.room_of_text(self.window)
        beyond = first + max((bottom - top + 1) // self.line_height, 1)
        return Area(self._begins(first), self._begins(beyond))

    def _begins(self, line: int) -> float:
        """Index of the first character of a line; beyond the last line, the number of
        characters."""
        if line >= windows.send(self.window, EditMessage.LINES):
            return self._rows
        return float(windows.send(self.window, EditMessage.LINE_BEGINS, line))

    def _show_row(self, row: float) -> None:
        line = windows.send(self.window, EditMessage.LINE_OF, int(row))
        first = windows.send(self.window, EditMessage.FIRST_LINE)
        windows.send(self.window, EditMessage.SCROLL_BY, 0, max(line - 1, 0) - first)
