"""Push buttons, drawn by us: the system's own know no dark, can't fill up, and have no mark."""

import sys

assert sys.platform == "win32"

from collections.abc import Callable
from enum import Enum

from sayso.platforms.windows.native import painting, windows
from sayso.platforms.windows.native.controls import BUTTON, ButtonMessage, ButtonStyle
from sayso.platforms.windows.native.painting import PRESSED, ItemToDraw, Words
from sayso.platforms.windows.native.windows import Style
from sayso.platforms.windows.win32.fitting import fitting
from sayso.platforms.windows.win32.part import Control
from sayso.platforms.windows.win32.room import Room
from sayso.platforms.windows.win32.writing import write

_LABEL_COLUMNS = 22
"""Letters on one line. A longer label takes two lines, so that nothing is cut and the window does
not get too wide."""
_PADDING, _ACROSS = 6, 12
_FLAT_PADDING = 2
_RADIUS = 4


class Mark(Enum):
    """Signs on buttons, which the system's own fonts have."""

    NONE = ""
    TICK = "\u2713"
    CROSS = "\u2715"
    PAGE = "\u2197"
    ABOVE = "\u2191"
    BELOW = "\u2193"
    RIGHT = "\u2192"
    OPENS = "\u25be"
    OPEN = "\u25b4"
    REVEAL = "\u25c9"
    CONCEAL = "\u25cb"
    WARNING = "\u26a0"
    CLOCK = "\u25d4"


class PushButton(Control):
    def __init__(self, room: Room, label: str = "", mark: Mark = Mark.NONE) -> None:
        self.label, self.mark = label, mark
        self.mark_follows = False
        """The mark stands after the label, not before it."""
        self.is_flat = False
        """Only the label and the mark are drawn, with no face or border, until the pointer is over
        it."""
        self.is_destructive = False
        self.font_name = "text"
        self.is_alive = True
        self.begins_line = False
        """The label stands at the beginning of the line, not in the middle of the button."""
        self.is_one_line = False
        """A label that is too long is cut in its middle, not wrapped."""
        self._drawn = label
        self.letter: int | None = None
        """Index in the label of the letter that leads to the button with Alt; None: no letter
        does."""
        self._filled: float | None = None
        """How far the button has filled up, from 0 to 1; None: it is not filling."""
        self._on_press: Callable[[], None] = lambda: None
        style = Style.TAB_STOP | ButtonStyle.DRAWN_BY_US
        super().__init__(room, BUTTON, label, style=style)

    def watch(self, on_press: Callable[[], None]) -> None:
        """`on_press` is called at each press, whoever makes it: `device.by_device` tells whether
        the person did."""
        self._on_press = on_press

    def press(self) -> None:
        self._on_press()

    def say(self, label: str, mark: Mark | None = None) -> None:
        if (label, mark or self.mark) == (self.label, self.mark):
            return
        self.label, self.mark = label, mark or self.mark
        self._drawn = label
        windows.set_text(self.window, label)
        windows.draw_anew(self.window)

    def say_apart(self, words: str, mark: Mark) -> None:
        """Sets the words for the tip and for assistive technology; only the mark is drawn."""
        self.mark = mark
        windows.set_text(self.window, words)
        self.set_tip(words)
        windows.draw_anew(self.window)

    def set_mark(self, mark: Mark) -> None:
        if mark is not self.mark:
            self.mark = mark
            windows.draw_anew(self.window)

    def set_alive(self, alive: bool) -> None:
        if alive != self.is_alive:
            self.is_alive = alive
            windows.enable(self.window, enabled=alive)
            windows.draw_anew(self.window)

    def fill(self, part: float | None) -> None:
        """Fills this part of the button, from 0 to 1; None: it is not filling."""
        if part != self._filled:
            self._filled = part
            windows.draw_anew(self.window)

    @property
    def font(self) -> int:
        return int(getattr(self.room.look.fonts, self.font_name))

    @property
    def natural_width(self) -> int:
        columns = painting.measure("n" * _LABEL_COLUMNS, None, self.font)[0]
        return min(self._mark_room + self._label_size(None)[0], self._mark_room + columns) + (
            2 * self.room.look.px(_ACROSS)
        )

    @property
    def one_line_width(self) -> int:
        """Pixels of width with which the label stands on one line, however long it is."""
        own = self._mark_room + self._label_size(None)[0]
        return own + 2 * self.room.look.px(_ACROSS)

    def height(self, width: int) -> int:
        if self.is_one_line:
            return painting.measure("", None, self.font)[1] + 2 * self.room.look.px(_FLAT_PADDING)
        inner = width - 2 * self.room.look.px(_ACROSS) - self._mark_room
        return self._label_size(max(inner, 1))[1] + 2 * self.room.look.px(_PADDING)

    @property
    def is_cut(self) -> bool:
        """Whether the label is not drawn in full."""
        return self._drawn != self.label

    @property
    def across(self) -> int:
        """Pixels between the button's edge and the label."""
        return self.room.look.px(_ACROSS)

    def place(self, x: int, y: int, width: int, height: int) -> None:
        self._drawn = self.label
        if self.is_one_line:
            room = width - 2 * self.across - self._mark_room
            self._drawn = fitting(self.label, max(room, 0), self.font)
        super().place(x, y, width, height)

    def on_command(self, code: int) -> None:
        if code == ButtonMessage.CLICKED:
            self.press()

    def draw(self, item: ItemToDraw) -> None:
        area = item.area.left, item.area.top, item.area.right, item.area.bottom
        self._draw_face(item.dc, area, pressed=bool(item.state & PRESSED))
        self._draw_words(item.dc, area)
        if self.has_focus and self.room.look.shows_focus:
            px, (left, top, right, bottom) = self.room.look.px, area
            inner = left + px(2), top + px(2), right - px(2), bottom - px(2)
            ring = self._ink if self.is_destructive and self.is_alive else None
            color = self.room.look.palette.accent if ring is None else ring
            painting.rounded(
                item.dc, inner, px(_RADIUS - 1), face=None, line=color, thickness=px(2)
            )

    def _draw_face(self, dc: int, area: painting.Area, *, pressed: bool) -> None:
        look, palette = self.room.look, self.room.look.palette
        is_hot = self.room.hot == self.window and self.is_alive
        painting.fill(dc, area, self.behind)
        if self.is_destructive and self.is_alive:
            face = palette.danger_hot if is_hot or pressed else palette.danger
        elif not self.is_alive:
            face = self.behind
        else:
            face = palette.face_down if pressed else palette.face_hot if is_hot else palette.face
        if self.is_flat and not (is_hot or pressed):
            return
        edge = face if self.is_destructive and self.is_alive else palette.edge
        if is_hot and not self.is_destructive:
            edge = palette.accent
        painting.rounded(dc, area, look.px(_RADIUS), face=face, line=edge)
        if self._filled:
            left, top, right, bottom = area
            reached = left + round((right - left) * self._filled)
            inset = look.px(1)
            painting.fill(dc, (left + inset, top + inset, reached, bottom - inset), palette.fill)

    @property
    def _ink(self) -> int:
        palette = self.room.look.palette
        if not self.is_alive:
            # a flat one may only be there to tell a place in the queue, and is to be read
            return palette.dim if self.is_flat else palette.dead
        return palette.on_danger if self.is_destructive else palette.text

    def _draw_words(self, dc: int, area: painting.Area) -> None:
        left, top, right, bottom = area
        across, mark_room = self.room.look.px(_ACROSS), self._mark_room
        width = right - left - 2 * across - mark_room
        words_width, words_height = self._label_size(max(width, 1))
        start = left + across
        if not self.begins_line:
            start += max((width - words_width) // 2, 0)
        above = top + max((bottom - top - words_height) // 2, 0)
        mark_at, words_at = start, start + mark_room
        if not self.label:
            mark_at = (left + right - mark_room) // 2
        elif self.mark_follows:
            mark_at, words_at = start + words_width + self.room.look.px(6), start
        middle = Words.ONE_LINE | Words.MIDDLE
        font, ink = self.font, self._ink
        mark = self.mark.value
        painting.write(
            dc, mark, (mark_at, top, mark_at + mark_room, bottom), middle, font=font, color=ink
        )
        words = words_at, above, words_at + words_width + 1, above + words_height
        letter = self.letter if self.room.look.shows_focus else None
        write(dc, self._drawn, words, font=font, color=ink, letter=letter)

    @property
    def _mark_room(self) -> int:
        if self.mark is Mark.NONE:
            return 0
        width = painting.measure(self.mark.value, None, self.font)[0]
        return width + (self.room.look.px(6) if self.label else 0)

    def _label_size(self, width: int | None) -> tuple[int, int]:
        if not self.label:
            return 0, painting.measure("", None, self.font)[1]
        return painting.measure(self._drawn, width, self.font)
