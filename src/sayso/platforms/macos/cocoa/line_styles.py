"""Draws the styles of details: bold type by text attributes, and the backgrounds of whole lines
under the words.

A background by attribute would end where the words do.
"""

from __future__ import annotations

import sys

assert sys.platform == "darwin"

from collections.abc import Iterator
from itertools import islice
from math import ceil, floor
from typing import Any

import AppKit

from sayso.platforms.macos.cocoa import look
from sayso.platforms.macos.cocoa.run_loop import run_loop
from sayso.presentation.detail_lines import DetailLines, utf16
from sayso.presentation.details import Style

_WASHES = {
    Style.ADDED: (("added", 0.14),),
    Style.REMOVED: (("text", 0.1), ("error", 0.18)),
    Style.HUNK: (("text", 0.1),),
}
"""The colours behind lines of each style, and how opaque each lies over the one before. In grey
they differ, too."""
_AT_ONCE = 150
"""Lines that are made bold in one go: more than stand on any screen."""


class LineStyles:
    """The styles of one text. The first lines are bold from the start, the rest once the main loop
    turns: a long text comes as fast as it would without styles."""

    def __init__(self, view: Any, lines: DetailLines, line_height: int, font: str) -> None:
        self._view = view
        self._lines = lines
        self._line_height = line_height
        self._font = look.font(font)
        self._bold = self._bold_ranges()
        self._make_bold()

    def draw(self) -> None:
        """Draws the backgrounds of the lines that are in view; all rows are of one height."""
        if not self._lines.has_bands:
            return
        (_, top), (_, height) = self._view.visibleRect()
        first, beyond = floor(top / self._line_height), ceil((top + height) / self._line_height)
        width: float = self._view.bounds().size.width
        for row in range(first, beyond):
            style = self._style(row)
            for name, strength in _WASHES[style] if style else ():
                look.wash(name, strength).set()
                place = (0, row * self._line_height), (width, self._line_height)
                AppKit.NSBezierPath.fillRect_(place)

    def _style(self, row: int) -> Style | None:
        """The style of a row. None: it has none, or no character stands there: AppKit then tells of
        the last one before."""
        manager, container = self._view.layoutManager(), self._view.textContainer()
        middle = (row + 0.5) * self._line_height
        glyph = manager.glyphIndexForPoint_inTextContainer_((0, middle), container)
        (_, top), (_, height) = manager.boundingRectForGlyphRange_inTextContainer_(
            (glyph, 1), container
        )
        if not top <= middle <= top + height:
            return None
        return self._lines.style(self._lines.at(manager.characterIndexForGlyphAtIndex_(glyph)))

    def _bold_ranges(self) -> Iterator[tuple[int, int]]:
        for line in range(len(self._lines.words)):
            if bold := self._lines.bold(line):
                yield self._lines.begin(line), utf16(bold)

    def _make_bold(self) -> None:
        some = list(islice(self._bold, _AT_ONCE))
        storage = self._view.textStorage()
        storage.beginEditing()
        for place in some:
            storage.addAttribute_value_range_(AppKit.NSFontAttributeName, self._font, place)
        storage.endEditing()
        if len(some) == _AT_ONCE:
            run_loop().later(0, self._make_bold)
