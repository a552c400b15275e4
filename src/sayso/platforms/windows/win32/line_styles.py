"""Draws the styles of details over the system's control, which has one font and one ground alone.

What stands behind a line is mixed into what the control has drawn, and bold is written twice. At
the edge an added line has a bar, and one that goes a row of dots: so they are told apart in high
contrast, too, where the colours are the person's, and where a line was scrolled sideways.
"""

import sys

assert sys.platform == "win32"

from sayso.platforms.windows.native import controls, painting, windows
from sayso.platforms.windows.native.controls import EditMessage
from sayso.platforms.windows.win32.look import Look
from sayso.presentation.detail_lines import DetailLines, utf16
from sayso.presentation.details import Style

_BAR, _MARGIN = 3, 10
"""Pixels: of the bar, and of what is on the left of all text."""
BETWEEN = 2
"""Characters of the control between two lines."""


class LineStyles:
    """Of one text."""

    def __init__(self, lines: DetailLines) -> None:
        self._lines = lines

    def margin(self, look: Look) -> int:
        return look.px(_MARGIN) if self._lines.has_bands else 0

    def draw(self, window: int, look: Look, font: int) -> None:
        """Over what the control has drawn; again and again, if need be."""
        high = painting.measure("", None, font)[1]
        _left, top, _right, bottom = controls.room_of_text(window)
        first = windows.send(window, EditMessage.FIRST_LINE)
        seen = min((bottom - top + 1) // high, windows.send(window, EditMessage.LINES) - first)
        with painting.drawing_on(window) as dc:
            for row in range(seen):
                begin = windows.send(window, EditMessage.LINE_BEGINS, first + row)
                style, y = self._lines.style(self._lines.at(begin)), top + row * high
                self._draw_bold(window, dc, look, font, begin, y)
                self._draw_band(window, dc, look, style, y, high)

    def _draw_band(
        self, window: int, dc: int, look: Look, style: Style | None, top: int, high: int
    ) -> None:
        if not self._lines.has_bands:
            return
        palette, bar = look.palette, look.px(_BAR)
        painting.fill(dc, (0, top, bar, top + high), palette.sheet)
        if style is None:
            return
        color: int = getattr(palette, style.name.lower())
        area = (bar, top, windows.size(window)[0], top + high)
        if color != palette.sheet:
            painting.tint(dc, area, color, darkens=not look.is_dark)
        if style is Style.ADDED:
            painting.fill(dc, (0, top, bar, top + high), palette.text)
        if style is Style.REMOVED:
            for dot in range(top, top + high - bar, 2 * bar):
                painting.fill(dc, (0, dot, bar, dot + bar), palette.text)

    def _draw_bold(self, window: int, dc: int, look: Look, font: int, begin: int, top: int) -> None:
        """What is selected has other colours, and is left as it is."""
        bold = self._bold(begin)
        first, beyond = controls.selection(window)
        if not bold or max(first, begin) < min(beyond, begin + utf16(bold)):
            return
        x = controls.place_of_character(window, begin) + 1
        painting.write_at(dc, bold, x, top, font=font, color=look.palette.text)

    def _bold(self, begin: int) -> str:
        """Of what stands in a row that begins there; up to a tab."""
        line = self._lines.at(begin)
        is_first = begin == self._lines.begin(line)
        return self._lines.bold(line).partition("\t")[0] if is_first else ""
