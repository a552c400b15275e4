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
from sayso.presentation.long_lines import WIDE, widest

_MARGIN = 12 - RING
_LARGER = 1.2
"""Pango's own step "large"."""
_GAP = 6
"""Pixels between title and message."""
_MONOSPACE_FAMILY = "monospace"
"""A font family, set as part of the text: themes can take GTK's own style for it away (Breeze
does), and GTK 3.24 first lays a text out without that style, which widens the window for good."""
_NARROWEST_PIECE = 40
"""Pixels: the least width of a piece of a long word. The view shows one clear pixel after each
piece (see `writing`), which the measured text lacks: so a line has width // this at most."""
_WRAP_SLACK = 4
"""Pixels: a GtkTextView may wrap a line up to this much earlier than Pango does."""
_WIDEST_LETTER = "W"
"""The widest plain letter, by which lines are measured: if a font is not of fixed width although it
should be, no line is taken to be narrower than it is."""
_MEASURED = 16_000
"""Characters of a text that are measured beforehand: more than any screen shows."""


class TextPane(ScrolledText):
    """Plain text that scrolls and can be selected; `title` stands above it, larger."""

    def __init__(self, name: str, monospace: bool = False, wraps: bool = False) -> None:
        """`wraps`: wrap a monospace text, too, even if its lines could be scrolled sideways."""
        super().__init__(_text_view())
        self._family = _MONOSPACE_FAMILY if monospace else None
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
        self._wraps = self._wraps or widest(text) > WIDE
        self._piece = piece_of(text)
        self.view.set_wrap_mode(Gtk.WrapMode.WORD_CHAR if self._wraps else Gtk.WrapMode.NONE)
        self._write()
        self._measured = list(self._measure())
        self.natural_width = self._natural_width()

    def wrap(self) -> None:
        """Wraps the lines, if they do not wrap yet; `fit` is to follow."""
        if not self._wraps:
            self._wraps = True
            self.view.get_buffer().set_text("")
            self.fill(self._text, self._title, self._kind)

    def _natural_width(self) -> int:
        natural: int = max(layout.get_pixel_size()[0] for layout, _ in self._measured)
        if not self._wraps:  # GTK keeps room for the scrollbar even while it is hidden
            natural += self.root.get_vscrollbar().get_preferred_width()[0]
        return natural + 2 * _MARGIN + _WRAP_SLACK

    def _height(self, width: int) -> int:
        """Pixels of height at this width, for as much of the text as a screen holds; sets
        `sideways`. Only once after each `fill`: it frees the layouts."""
        self.sideways = self.natural_width > width and not self._wraps
        pieces = any(is_unbroken(each[:_MEASURED]) for each in (self._title, self._text))
        clear = width // _NARROWEST_PIECE if pieces else 0
        inner = max(width - 2 * _MARGIN - _WRAP_SLACK - clear, 1)
        height = 2 * _MARGIN + (_GAP if self._title and self._text else 0)
        for layout, times in self._measured:
            if self._wraps:
                layout.set_width(inner * Pango.SCALE)
                layout.set_wrap(Pango.WrapMode.WORD_CHAR)
            height += layout.get_pixel_size()[1] * times
        self._measured.clear()  # the layouts of a long text take memory
        return height

    def _fits_across(self) -> Any:
        return super()._fits_across() if self._wraps else Gtk.PolicyType.NEVER

    @property
    def _scrolls_sideways(self) -> bool:
        return not self._wraps

    def _mark_focus(self) -> None:
        """Marks the text while it has the keyboard focus, which shows nowhere else in a text
        without a cursor."""
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
        """(layout, times) for each part from top to bottom; its height counts that many times."""
        if self._title:
            big = Pango.attr_scale_new(_LARGER), bold()
            yield self._layout(breakable(self._title, self._piece), *big), 1
        text = self._text[:_MEASURED]
        family = [Pango.attr_family_new(self._family)] if self._family else []
        if self._kind in STYLED:
            family.append(bold())  # some of it is bold, which in a few fonts is wider
        if self._wraps and text:
            yield self._layout(breakable(text, self._piece), *family), 1
        elif text:
            plain, others = _split_plain(text.split("\n"))
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


def _split_plain(lines: Sequence[str]) -> tuple[list[str], list[str]]:
    """Lines of printable ASCII, and the others. In a fixed-width font plain lines differ in width
    by length alone, so measuring the longest is enough."""
    plain: list[str] = []
    others: list[str] = []
    for line in lines:
        (plain if line.isascii() and line.isprintable() else others).append(line)
    return plain, others


def _on_toplevel(view: Any, _before: Any, mark: Callable[..., None]) -> None:
    toplevel = view.get_toplevel()
    if toplevel.is_toplevel():
        toplevel.connect("notify::focus-visible", mark)
