"""One scrolling text of the asker's, and whether its end has been on the screen."""

import sys

assert sys.platform == "linux"

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from gi.repository import Gtk, Pango

from sayso.core.questions import DetailKind
from sayso.platforms.linux.gtk.direction import keep_left_to_right
from sayso.platforms.linux.gtk.labels import attributes, bold
from sayso.platforms.linux.gtk.scrolled import ScrolledText
from sayso.platforms.linux.gtk.style import PANE, RING
from sayso.platforms.linux.gtk.styling import Styling
from sayso.platforms.linux.gtk.writing import Written, breakable, is_unbroken, piece_of
from sayso.presentation.details import STYLED, spans
from sayso.presentation.long_lines import WIDE, longest

_MARGIN = 12 - RING
_LARGER = 1.2
"""Pango's own step "large"."""
_GAP = 6
"""Pixels between title and message."""
_FIXED_WIDTH = "monospace"
"""A font family, set as part of the text: themes can take GTK's own style for it away (Breeze
does), and GTK 3.24 first lays a text out without that style, which widens the window for good."""
_NARROWEST_PIECE = 40
"""Pixels: so often, at most, a line has such a clear pixel, which what is measured lacks."""
_EARLIER = 4
"""Pixels: GTK's view of a text breaks a line that much earlier than Pango does, at the most."""
_WIDEST_LETTER = "W"
"""Of plain ones. So where a font that should be of fixed width is not, nothing is taken to be
narrower than it is."""
_MEASURED = 16_000
"""Characters whose size is worked out beforehand: more than any screen shows."""


class TextPane(ScrolledText):
    """Plain text that scrolls and can be selected; `title` stands above it, larger."""

    def __init__(self, name: str, monospace: bool = False, wraps: bool = False) -> None:
        """`wraps`: even where the lines are short enough to be scrolled sideways."""
        super().__init__(_text_view())
        self._family = _FIXED_WIDTH if monospace else None
        self._wraps = wraps or not monospace
        self._kind = DetailKind.TEXT
        self._styling: Styling | None = None
        self.view.connect("destroy", lambda _: self._end_styling())
        if monospace:
            keep_left_to_right(self.root, self.view)
        self.view.get_accessible().set_name(name)
        self._mark_focus()

    def fill(self, text: str, title: str = "", kind: DetailKind = DetailKind.TEXT) -> None:
        """`kind`: what the text is."""
        self._title, self._text, self._kind = title, text, kind
        self._wraps = self._wraps or longest(text) > WIDE
        self._piece = piece_of(text)
        self.view.set_wrap_mode(Gtk.WrapMode.WORD_CHAR if self._wraps else Gtk.WrapMode.NONE)
        self._write()
        self._measured = list(self._measure())
        self.natural_width = self._natural_width()

    def wrap(self) -> None:
        """Breaks its lines, if it does not yet; `fit` is to follow."""
        if not self._wraps:
            self._wraps = True
            self.view.get_buffer().set_text("")
            self.fill(self._text, self._title, self._kind)

    def _natural_width(self) -> int:
        natural: int = max(layout.get_pixel_size()[0] for layout, _ in self._measured)
        if not self._wraps:  # GTK keeps room for the scrollbar, seen or not
            natural += self.root.get_vscrollbar().get_preferred_width()[0]
        return natural + 2 * _MARGIN + _EARLIER

    def _height(self, width: int) -> int:
        """For as much of the text as a screen holds."""
        self.sideways = self.natural_width > width and not self._wraps
        pieces = any(is_unbroken(each[:_MEASURED]) for each in (self._title, self._text))
        clear = width // _NARROWEST_PIECE if pieces else 0
        inner = max(width - 2 * _MARGIN - _EARLIER - clear, 1)
        height = 2 * _MARGIN + (_GAP if self._title and self._text else 0)
        for layout, times in self._measured:
            if self._wraps:
                layout.set_width(inner * Pango.SCALE)
                layout.set_wrap(Pango.WrapMode.WORD_CHAR)
            height += layout.get_pixel_size()[1] * times
        self._measured.clear()  # a long text takes its memory
        return height

    def _fits_across(self) -> Any:
        return super()._fits_across() if self._wraps else Gtk.PolicyType.NEVER

    @property
    def _scrolls_sideways(self) -> bool:
        return not self._wraps

    def _mark_focus(self) -> None:
        """A text without a cursor would not show that keys go to it."""
        style = self.root.get_style_context()
        style.add_class(PANE)

        def mark(*_: Any) -> None:
            marked = self.view.has_focus() and self.view.get_toplevel().get_focus_visible()
            (style.add_class if marked else style.remove_class)("focused")

        self.view.connect_after("focus-in-event", mark)
        self.view.connect_after("focus-out-event", mark)
        self.view.connect("hierarchy-changed", _on_toplevel, mark)

    def _write(self) -> None:
        buffer = self.view.get_buffer()
        if self._title:
            line = self._title + "\n" if self._text else self._title
            Written(buffer, line, self._piece)
            tag = buffer.create_tag(
                None,
                weight=Pango.Weight.BOLD,
                scale=_LARGER,
                pixels_below_lines=_GAP if self._text else 0,
            )
            buffer.apply_tag(tag, *buffer.get_bounds())
        written = Written(buffer, self._text, self._piece if self._wraps else None)
        if self._family:
            buffer.apply_tag(buffer.create_tag(None, family=self._family), *buffer.get_bounds())
        self._end_styling()
        self._styling = Styling(self.view, written, spans(self._kind, self._text))

    def _end_styling(self) -> None:
        if self._styling:
            self._styling.end()

    def _measure(self) -> Iterator[tuple[Any, int]]:
        """Layouts of the parts of the text, one below the other; how many times each."""
        if self._title:
            big = Pango.attr_scale_new(_LARGER), bold()
            yield self._layout(breakable(self._title, self._piece), *big), 1
        text = self._text[:_MEASURED]
        family = [Pango.attr_family_new(self._family)] if self._family else []
        if self._kind in STYLED:
            family.append(bold())  # as some of it is, which in few fonts is any wider
        if self._wraps and text:
            yield self._layout(breakable(text, self._piece), *family), 1
        elif text:
            plain, others = _sorted_out(text.split("\n"))
            if plain:
                yield self._layout(_WIDEST_LETTER * max(map(len, plain)), *family), len(plain)
            if others:
                yield self._layout("\n".join(others), *family), 1

    def _layout(self, text: str, *style: Any) -> Any:
        layout = self.view.create_pango_layout(text)
        layout.set_attributes(attributes(*style))
        return layout


def _text_view() -> Any:
    return Gtk.TextView(
        editable=False,
        cursor_visible=False,
        accepts_tab=False,
        left_margin=_MARGIN,
        right_margin=_MARGIN,
        top_margin=_MARGIN,
        bottom_margin=_MARGIN,
    )


def _sorted_out(lines: Sequence[str]) -> tuple[list[str], list[str]]:
    """Lines of plain letters, of which one stands for all where the font is of fixed width, as it
    takes long to measure each; and the others."""
    plain: list[str] = []
    others: list[str] = []
    for line in lines:
        (plain if line.isascii() and line.isprintable() else others).append(line)
    return plain, others


def _on_toplevel(view: Any, _before: Any, mark: Callable[..., None]) -> None:
    toplevel = view.get_toplevel()
    if toplevel.is_toplevel():
        toplevel.connect("notify::focus-visible", mark)
