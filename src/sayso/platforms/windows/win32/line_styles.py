"""Draws the styles of details over the system's control, which has just one font and one
background.

The background of a line is mixed into what the control has drawn, and bold text is written twice.
At the edge an added line has a bar, and a removed one a row of dots. So they are told apart in high
contrast, too, where the colours are the person's, and where a line was scrolled sideways.
"""

from __future__ import annotations

import sys

assert sys.platform == "win32"

from itertools import pairwise

from sayso.platforms.windows.native import controls, painting, windows
from sayso.platforms.windows.native.controls import EditMessage
from sayso.platforms.windows.win32.look import Look
from sayso.presentation.detail_lines import DetailLines
from sayso.presentation.details import Style
from sayso.values import Value

_BAR, _MARGIN = 3, 10
"""Pixels of the bar's width, and of the margin on the left of the text."""
BETWEEN = 2
"""Characters of the control between two lines."""


class LineStyles:
    """The styles of one text."""

    def __init__(self, lines: DetailLines) -> None:
        self._lines = lines

    def margin(self, look: Look) -> int:
        return look.px(_MARGIN) if self._lines.has_bands else 0

    def draw(self, window: int, look: Look, font: int) -> None:
        """Draws the styles over what the control has drawn just now. Lines with a selection have
        other colours, and keep them."""
        high = painting.measure("", None, font)[1]
        room = controls.room_of_text(window)
        top, bottom = room[1], room[3]
        first = windows.send(window, EditMessage.FIRST_LINE)
        seen = min((bottom - top + 1) // high, windows.send(window, EditMessage.LINES) - first)
        begins = [windows.send(window, EditMessage.LINE_BEGINS, first + n) for n in range(seen + 1)]
        selected, beyond = controls.selection(window)
        with painting.drawing_on(window) as dc:
            for row, (begin, end) in enumerate(pairwise(begins)):
                row_top = top + row * high
                is_selected = max(selected, begin) < (beyond if end < begin else min(beyond, end))
                if not is_selected:
                    self._write_bold(window, dc, look, font, begin, row_top)
                if self._lines.has_bands:
                    band = _Band(room[0], room[2], windows.size(window)[0], row_top, row_top + high)
                    style = self._lines.style(self._lines.at(begin))
                    band.draw(dc, look, style, tints=not is_selected)

    def _write_bold(
        self, window: int, dc: int, look: Look, font: int, begin: int, top: int
    ) -> None:
        if bold := self._bold(begin):
            x = controls.place_of_character(window, begin) + 1
            painting.write_at(dc, bold, x, top, font=font, color=look.palette.text)

    def _bold(self, begin: int) -> str:
        """The bold text at the beginning of the row that begins with the character `begin`, up to a
        tab; empty: none."""
        line = self._lines.at(begin)
        is_first = begin == self._lines.begin(line)
        return self._lines.bold(line).partition("\t")[0] if is_first else ""


class _Band(Value):
    """The background of one row, from edge to edge. The control scrolls what is between `left` and
    `right`, and never draws beside these."""

    left: int
    right: int
    width: int
    top: int
    bottom: int

    def draw(self, dc: int, look: Look, style: Style | None, *, tints: bool) -> None:
        palette, bar = look.palette, look.px(_BAR)
        color: int = getattr(palette, style.name.lower()) if style and tints else palette.sheet
        painting.fill(dc, (bar, self.top, self.left, self.bottom), color)
        painting.fill(dc, (self.right, self.top, self.width, self.bottom), color)
        painting.fill(dc, (0, self.top, bar, self.bottom), palette.sheet)
        if color != palette.sheet:
            area = (self.left, self.top, self.right, self.bottom)
            painting.tint(dc, area, color, darkens=not look.is_dark)
        if style is Style.ADDED:
            painting.fill(dc, (0, self.top, bar, self.bottom), palette.text)
        if style is Style.REMOVED:
            for dot in range(self.top, self.bottom - bar, 2 * bar):
                painting.fill(dc, (0, dot, bar, dot + bar), palette.text)
