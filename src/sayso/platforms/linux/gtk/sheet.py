"""One scrolling text of the asker's, and whether its end has been on the screen."""

import sys

assert sys.platform == "linux"

from collections.abc import Callable, Iterator
from typing import Any

from gi.repository import GLib, Gtk, Pango

_MARGIN = 12
_LARGER = 1.2
"""Of a title, as Pango's own step "large"."""
_GAP = 6
"""Pixels between title and message."""
_WIDE = 500
"""Columns; text with a longer line is wrapped instead of scrolled sideways."""
_RUN = 5_000
"""Pango counts a run's width in 1/1024 pixels of 32 bits, and text of one run that is wider
(262,144 letters are) is not drawn at all. Longer lines are set in several runs."""
_MEASURED = 16_000
"""Characters whose size is worked out beforehand: more than any screen shows."""
_AFTER_LAYOUT = 127
"""A GLib priority below that of drawing (120) and of GtkTextView's own layout of what is not
on the screen (125): such an idle call runs once the layout is complete, not before. Until
then a long text claims to be short, and its end to be in view."""


class Sheet:
    """Plain text that scrolls and can be selected; `title` stands above it, larger."""

    def __init__(self, name: str, text: str, title: str = "", monospace: bool = False) -> None:
        self.read = False
        """The end has been on the screen, downwards and sideways."""
        self.unread = False
        """It has not, for sure; while neither holds the text is still being laid out."""
        self._title, self._text = title, text
        self._ends = {Gtk.Orientation.VERTICAL: False, Gtk.Orientation.HORIZONTAL: False}
        self._check_due = False
        longest = max(len(line) for line in text.split("\n"))
        self._wraps = not monospace or longest > _WIDE
        self.view = _text_view(monospace, self._wraps)
        self.view.get_accessible().set_name(name)
        self._fill(longest)
        policy = Gtk.PolicyType
        self.root = Gtk.ScrolledWindow(overlay_scrolling=False)
        self.root.set_policy(policy.NEVER if self._wraps else policy.AUTOMATIC, policy.AUTOMATIC)
        self.root.add(self.view)

    def size(self, width: int) -> tuple[int, int]:
        """Natural width and, at `width`, height: in pixels, for as much as a screen holds."""
        inner = max(width - 2 * _MARGIN, 1)
        natural, height = 0, 2 * _MARGIN
        for layout in self._layouts():
            natural = max(natural, layout.get_pixel_size()[0])
            if self._wraps:
                layout.set_width(inner * Pango.SCALE)
                layout.set_wrap(Pango.WrapMode.WORD_CHAR)
            height += layout.get_pixel_size()[1]
        if self._title and self._text:
            height += _GAP
        if natural > inner and not self._wraps:
            height += self.root.get_hscrollbar().get_preferred_height()[1]
        return natural + 2 * _MARGIN, height

    def watch(self, on_change: Callable[[], None], on_scroll: Callable[[], None]) -> None:
        """To be called once the window is on the screen."""

        def scrolled(_adjustment: Any) -> None:
            on_scroll()
            self._check_soon(on_change)

        for adjustment in (self.root.get_vadjustment(), self.root.get_hadjustment()):
            adjustment.connect("value-changed", scrolled)
            adjustment.connect("changed", lambda _: self._check_soon(on_change))
        self._check_soon(on_change)

    def _fill(self, longest: int) -> None:
        buffer = self.view.get_buffer()
        if self._title:
            tag = buffer.create_tag(
                None,
                weight=Pango.Weight.BOLD,
                scale=_LARGER,
                pixels_below_lines=_GAP if self._text else 0,
            )
            line = self._title + "\n" if self._text else self._title
            buffer.insert_with_tags(buffer.get_end_iter(), line, tag)
        start = buffer.get_char_count()
        buffer.insert(buffer.get_end_iter(), self._text)
        if longest > _RUN:
            _split_runs(buffer, start)

    def _layouts(self) -> Iterator[Any]:
        if self._title:
            layout = self.view.create_pango_layout(self._title)
            layout.set_attributes(_large())
            yield layout
        if self._text:
            yield self.view.create_pango_layout(self._text[:_MEASURED])

    def _check_soon(self, on_change: Callable[[], None]) -> None:
        if not self.read and not self._check_due:
            self._check_due = True
            GLib.idle_add(self._check, on_change, priority=_AFTER_LAYOUT)

    def _check(self, on_change: Callable[[], None]) -> bool:
        self._check_due = False
        for orientation, seen in self._ends.items():
            self._ends[orientation] = seen or self._shows_end(orientation)
        self.read = all(self._ends.values())
        self.unread = not self.read
        on_change()
        return False

    def _shows_end(self, orientation: Any) -> bool:
        vertical = orientation == Gtk.Orientation.VERTICAL
        adjustment = self.root.get_vadjustment() if vertical else self.root.get_hadjustment()
        bottom = adjustment.get_value() + adjustment.get_page_size()
        return bool(bottom > adjustment.get_upper() - 1)


def _text_view(monospace: bool, wraps: bool) -> Any:
    return Gtk.TextView(
        editable=False,
        cursor_visible=False,
        accepts_tab=False,
        monospace=monospace,
        wrap_mode=Gtk.WrapMode.WORD_CHAR if wraps else Gtk.WrapMode.NONE,
        left_margin=_MARGIN,
        right_margin=_MARGIN,
        top_margin=_MARGIN,
        bottom_margin=_MARGIN,
    )


def _large() -> Any:
    attributes = Pango.AttrList()
    attributes.insert(Pango.attr_scale_new(_LARGER))
    attributes.insert(Pango.attr_weight_new(Pango.Weight.BOLD))
    return attributes


def _split_runs(buffer: Any, start: int) -> None:
    """Every other stretch is marked as of no language (ISO 639-2 "zxx"): runs end there."""
    tag = buffer.create_tag(None, language="zxx")
    end = buffer.get_char_count()
    for offset in range(start, end, 2 * _RUN):
        stop = min(offset + _RUN, end)
        buffer.apply_tag(tag, buffer.get_iter_at_offset(offset), buffer.get_iter_at_offset(stop))
