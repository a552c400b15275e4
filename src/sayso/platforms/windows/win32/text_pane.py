"""Texts to be read: they can be selected and scrolled, and changed by nobody."""

from __future__ import annotations

import sys

assert sys.platform == "win32"

from math import inf

from sayso.core.questions import DetailKind
from sayso.platforms.windows.native import controls, painting, windows
from sayso.platforms.windows.native.controls import EditMessage, EditStyle
from sayso.platforms.windows.native.messages import Message
from sayso.platforms.windows.native.windows import Style
from sayso.platforms.windows.win32.edit import Edit
from sayso.platforms.windows.win32.room import Room
from sayso.presentation import catalogue
from sayso.presentation.details import STYLED
from sayso.presentation.long_lines import LONGEST, WIDE, longest, stretches, widest
from sayso.presentation.reading import Area, Gap, Unseen

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from sayso.platforms.windows.win32.line_styles import LineStyles

_DRAWS = frozenset(
    [
        Message.LEFT_DOWN, Message.LEFT_UP, Message.LEFT_DOUBLE, Message.KEY_DOWN, Message.CHAR,
        Message.SET_FOCUS, Message.KILL_FOCUS, EditMessage.SELECT,
    ]
)  # fmt: skip
"""Messages after which the control draws a changed selection, without WM_PAINT."""
_NOTCH = 120
"""WHEEL_DELTA: what WM_MOUSEHWHEEL tells for one notch of the wheel."""
_LETTERS = 6
"""Letters by which one notch scrolls sideways."""
_EDGE = 2
"""Pixels by which the places of characters that the control tells may be wrong."""


def text_pane(
    room: Room,
    name: str,
    text: str,
    *,
    font: str = "text",
    behind: str = "sheet",
    most_lines: int = 0,
    kind: DetailKind = DetailKind.TEXT,
) -> TextPane:
    """A pane for a text. Its lines wrap; but where there are at most `most_lines` of them, and none
    is too long, they are scrolled sideways instead: nobody has to scroll two ways. A very long line
    goes on below, after words that say so. `name`: what assistive technology calls it; `kind`: what
    the text is; `font` and `behind` (its background): by their names in the look."""
    styles = _styles(kind, text) if kind in STYLED else None
    if text.count("\n") < most_lines and widest(text) <= WIDE:
        return SidewaysPane(room, name, text, font=font, behind=behind, styles=styles)
    if longest(text) > LONGEST:
        goes_on = f" {catalogue.LINE_GOES_ON()}\n"
        text = "\n".join(goes_on.join(stretches(line)) for line in text.split("\n"))
    return TextPane(room, name, text, font=font, behind=behind, styles=styles)


def _styles(kind: DetailKind, text: str) -> LineStyles:
    from sayso.platforms.windows.win32.line_styles import BETWEEN, LineStyles  # few texts have any
    from sayso.presentation.detail_lines import DetailLines

    return LineStyles(DetailLines(kind, text, BETWEEN))


class TextPane(Edit):
    """A text to be read, whose lines wrap."""

    def __init__(
        self,
        room: Room,
        name: str,
        text: str,
        *,
        font: str = "text",
        behind: str = "sheet",
        style: int = 0,
        styles: LineStyles | None = None,
    ) -> None:
        self._styles = styles
        style |= EditStyle.READ_ONLY
        super().__init__(room, name, text, style=style, font=font, behind=behind)

    def on_message(self, window: int, message: int, wparam: int, lparam: int) -> int:
        if self._styles and message == Message.PAINT:
            windows.draw_anew(window)  # all of it, or some styles would be drawn twice
        done = super().on_message(window, message, wparam, lparam)
        if message == Message.SET_FOCUS:
            windows.hide_caret(window)
        if self._styles and message == Message.PAINT:
            self._styles.draw(window, self.room.look, self.font)
        elif self._styles and message in _DRAWS:
            windows.draw_anew(window)
        return done

    @property
    def natural_width(self) -> int:
        return super().natural_width + self._margin

    @property
    def _margin(self) -> int:
        """Pixels on the left of the text, for marks of its styles."""
        return self._styles.margin(self.room.look) if self._styles else 0

    def restyle(self) -> None:
        super().restyle()
        if self._margin:
            controls.set_left_margin(self.window, self._margin)


class SidewaysPane(TextPane):
    """A text to be read, whose lines do not wrap. What has been seen is counted in rows, which are
    its lines, and columns, which are pixels."""

    def __init__(
        self,
        room: Room,
        name: str,
        text: str,
        *,
        font: str,
        behind: str,
        styles: LineStyles | None = None,
    ) -> None:
        style = EditStyle.MOVES_SIDEWAYS | Style.SCROLLS_ASIDE
        self._lines = text.split("\n")
        self._wide = 0
        self._scrolls_aside = False
        super().__init__(room, name, text, font=font, behind=behind, style=style, styles=styles)

    def restyle(self) -> None:
        super().restyle()
        before, self._wide = self._wide, max(map(self._width_of, self._lines))
        if before not in (0, self._wide) and not self.read:
            # what was seen is kept in pixels, and these are others now: it is to be read anew
            windows.send(self.window, EditMessage.SCROLL_BY, -WIDE, 0)
            self.read_anew()

    def _width_of(self, line: str) -> int:
        return painting.measure(line, None, self.font, has_tabs=True)[0]

    @property
    def natural_width(self) -> int:
        return self._wide + self.room.look.px(12) + self._margin

    def height(self, width: int) -> int:
        bar = windows.bar_height(self.room.look.dpi) if self._is_wider_than(width) else 0
        return len(self._lines) * self.line_height + bar

    def place(self, x: int, y: int, width: int, height: int) -> None:
        self._scrolls_aside = self._is_wider_than(width)
        windows.show_scroll_aside(self.window, shown=self._scrolls_aside)
        windows.show_scroll(self.window, shown=self.height(width) > height)
        super(Edit, self).place(x, y, width, height)

    def on_message(self, window: int, message: int, wparam: int, lparam: int) -> int:
        if message == Message.WHEEL_ASIDE:
            self.on_hand()
            turned = (wparam >> 16 & 0xFFFF) - (0x10000 if wparam & 0x80000000 else 0)
            windows.send(self.window, EditMessage.SCROLL_BY, round(turned / _NOTCH * _LETTERS), 0)
            self.on_scrolled()
            return 0
        return super().on_message(window, message, wparam, lparam)

    def _is_wider_than(self, width: int) -> bool:
        return self.natural_width > width

    @property
    def _rows(self) -> float:
        return float(len(self._lines))

    @property
    def _columns(self) -> float:
        return float(self._wide) if self._scrolls_aside else inf

    def _in_view(self) -> Area:
        first = windows.send(self.window, EditMessage.FIRST_LINE)
        left, top, right, bottom = controls.room_of_text(self.window)
        beyond = first + max((bottom - top + 1) // self.line_height, 1)
        if not self._scrolls_aside:
            return Area(float(first), float(beyond))
        aside = left - controls.place_of_character(self.window, self._beginning(first))
        seen = aside + right - left + _EDGE
        return Area(float(first), float(beyond), float(max(aside, 0)), float(seen))

    def _beginning(self, line: int) -> int:
        return windows.send(self.window, EditMessage.LINE_BEGINS, line)

    def _where(self, gap: Gap) -> Unseen:
        return Unseen.RIGHT if gap.column > 0 else super()._where(gap)

    def _show_gap(self, gap: Gap) -> None:
        area = self._in_view()
        letter = max(painting.measure("n", None, self.font)[0], 1)
        line = max(int(gap.row) - (gap.column <= 0), 0)
        aside = int((gap.column - area.left) // letter) - 1 if gap.column > 0 else 0
        if gap.column <= 0:
            aside = -int(area.left // letter) - 1
        windows.send(self.window, EditMessage.SCROLL_BY, aside, line - int(area.top))
