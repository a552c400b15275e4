"""Draws the styles of details by tags, which change no character of the buffer."""

import sys

assert sys.platform == "linux"

from collections.abc import Iterator
from itertools import islice
from typing import Any

from gi.repository import GLib, Pango

from sayso.platforms.linux.gtk.style import ADDED, HUNK, REMOVED
from sayso.platforms.linux.gtk.writing import Written
from sayso.presentation.details import BOLD, Span, Style

_COLORS = {Style.ADDED: ADDED, Style.REMOVED: REMOVED, Style.HUNK: HUNK}
AT_ONCE = 500
"""Spans that are drawn in one go, at some 10 µs each: more than fit on any screen."""


class Styling:
    """The styles of one text. What is on the screen first has its styles from the first frame. The
    rest gets them once there is nothing else to do, so a long text comes as fast as without styles.
    """

    def __init__(self, view: Any, written: Written, spans: Iterator[Span]) -> None:
        self._context = view.get_style_context()
        self._buffer = view.get_buffer()
        self._written = written
        self._spans = spans
        self._tags: dict[Style, Any] = {}
        self._due: int | None = None
        if self._draw_some():
            self._due = GLib.idle_add(self._go_on, priority=GLib.PRIORITY_LOW)

    def end(self) -> None:
        """Stops drawing. To be called when the text goes."""
        if self._due is not None:
            GLib.source_remove(self._due)
            self._due = None

    def _go_on(self) -> bool:
        has_more = self._draw_some()
        if not has_more:
            self._due = None
        return has_more

    def _draw_some(self) -> bool:
        """Draws the next spans. Returns whether there may be more."""
        some = list(islice(self._spans, AT_ONCE))
        place_of = self._written.place_of
        for start, end, style in some:
            self._buffer.apply_tag(self._tag(style), place_of(start), place_of(end))
        return len(some) == AT_ONCE

    def _tag(self, style: Style) -> Any:
        if style not in self._tags:
            self._tags[style] = self._buffer.create_tag(None, **self._look(style))
        return self._tags[style]

    def _look(self, style: Style) -> dict[str, Any]:
        if style in BOLD:
            return {"weight": Pango.Weight.BOLD}
        is_known, color = self._context.lookup_color(_COLORS[style])
        return {"paragraph_background_rgba": color} if is_known else {}
