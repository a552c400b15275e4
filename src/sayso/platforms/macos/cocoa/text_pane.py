"""A text that is only read: it can be selected and scrolled, and changed by nobody."""

from __future__ import annotations

import sys

assert sys.platform == "darwin"

from math import inf

from sayso.core.questions import DetailKind
from sayso.platforms.macos.cocoa import look
from sayso.platforms.macos.cocoa.line_styles import LineStyles
from sayso.platforms.macos.cocoa.room import Room
from sayso.platforms.macos.cocoa.stroke import (
    DOWN,
    END,
    HOME,
    LEFT,
    PAGE_DOWN,
    PAGE_UP,
    RIGHT,
    UP,
    Stroke,
)
from sayso.platforms.macos.cocoa.text_box import BEYOND, TextBox
from sayso.presentation import catalogue
from sayso.presentation.detail_lines import DetailLines
from sayso.presentation.details import STYLED
from sayso.presentation.long_lines import LONGEST, WIDE, longest, stretches, widest
from sayso.presentation.reading import Area, Gap, Unseen

_BAR = 20
"""Height in points of the scroller for sideways scrolling, if it takes room."""
_EDGE = 2


def text_pane(
    room: Room,
    name: str,
    text: str,
    *,
    font: str = "text",
    most_lines: int = 0,
    kind: DetailKind = DetailKind.TEXT,
) -> TextPane:
    """A pane for this text. Its lines wrap; but if there are no more than `most_lines` of them,
    which is for fonts of fixed width, and none is too long, they are scrolled sideways: nobody has
    to scroll two ways. A very long line goes on below, after words that say so. `name`: what
    assistive technology calls the pane; `kind`: what the text is."""
    pane = _plain(room, name, text, font, most_lines)
    if kind in STYLED:
        pane.set_styles(DetailLines(kind, text, between=1))
    return pane


def _plain(room: Room, name: str, text: str, font: str, most_lines: int) -> TextPane:
    if text.count("\n") < most_lines and widest(text) <= WIDE:
        return SidewaysPane(room, name, text, font=font)
    if longest(text) > LONGEST:
        goes_on = f" {catalogue.LINE_GOES_ON()}\n"
        text = "\n".join(goes_on.join(stretches(line)) for line in text.split("\n"))
    return TextPane(room, name, text, font=font)


class TextPane(TextBox):
    """A text that is only read, and whose lines wrap."""

    def __init__(self, room: Room, name: str, text: str, *, font: str = "text") -> None:
        self._styles: LineStyles | None = None
        super().__init__(room, name, text, font=font, editable=False)

    def set_styles(self, lines: DetailLines) -> None:
        """Draws the text with the styles of these lines, which are its own."""
        self._styles = LineStyles(self.text_view, lines, self.line_height, f"{self._font} bold")

    def draw_under(self) -> None:
        if self._styles:
            self._styles.draw()

    def scroll_by_key(self, stroke: Stroke) -> bool:
        """Scrolls, if this key does that: AppKit itself takes only some of these keys for a text
        that nobody edits. False: this key does not scroll."""
        (_, (_, page)), (left, top) = self.scroll.documentVisibleRect(), self._corner
        line = self.line_height
        to = {
            UP: top - line,
            DOWN: top + line,
            PAGE_UP: top - page + line,
            PAGE_DOWN: top + page - line,
            HOME: 0.0,
            END: BEYOND,
        }.get(stroke.character)
        if to is not None:
            self.scroll_to(left, to)
            return True
        if stroke.character in (LEFT, RIGHT):
            self.scroll_to(left + (line if stroke.character == RIGHT else -line), top)
            return True
        return False

    @property
    def _corner(self) -> tuple[float, float]:
        (left, top), _ = self.scroll.documentVisibleRect()
        return left, top


class SidewaysPane(TextPane):
    """A text that is only read, and whose lines do not wrap. Its columns are points. Should AppKit
    break a line all the same, what it breaks off counts as unread."""

    def __init__(self, room: Room, name: str, text: str, *, font: str) -> None:
        super().__init__(room, name, text, font=font)
        lines = text.split("\n")
        self._wide = max(look.measure(each, None, font, has_tabs=True)[0] for each in lines)
        view = self.text_view
        view.setHorizontallyResizable_(True)
        view.setAutoresizingMask_(0)
        view.textContainer().setWidthTracksTextView_(False)
        view.textContainer().setContainerSize_((BEYOND, BEYOND))
        self._scrolls_aside = False

    @property
    def natural_width(self) -> int:
        return self._wide + 12

    def height(self, width: int) -> int:
        bar = _BAR if self._is_wider_than(width) else 0
        return self._whole_height + bar

    def place(self, x: int, y: int, width: int, height: int) -> None:
        self._scrolls_aside = self._is_wider_than(width)
        self.scroll.setHasHorizontalScroller_(self._scrolls_aside)
        super().place(x, y, width, height)

    def _is_wider_than(self, width: int) -> bool:
        return self.natural_width > width

    def _fit_text(self) -> None:
        self.text_view.setMinSize_(self.scroll.contentSize())
        self.text_view.sizeToFit()

    @property
    def _columns(self) -> float:
        return float(self._wide) if self._scrolls_aside else inf

    def _in_view(self) -> Area:
        lines = super()._in_view()
        if not self._scrolls_aside:
            return lines
        (left, _), (width, _) = self.scroll.documentVisibleRect()
        return Area(lines.top, lines.bottom, max(left - _EDGE, 0.0), left + width + _EDGE)

    def _where(self, gap: Gap) -> Unseen:
        return Unseen.RIGHT if gap.column > 0 else super()._where(gap)

    def _show_gap(self, gap: Gap) -> None:
        line = max(int(gap.row) - (gap.column <= 0), 0)
        aside = max(gap.column - 2 * self.line_height, 0.0) if gap.column > 0 else 0.0
        self.scroll_to(aside, line * self.line_height)
