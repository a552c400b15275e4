"""A field for a text of one line or several."""

import sys

assert sys.platform == "linux"

from typing import Any

from gi.repository import GLib, Gtk, Pango

from sayso.platforms.linux.gtk.labels import label
from sayso.platforms.linux.gtk.notes import Notes
from sayso.platforms.linux.gtk.scrolled import AFTER_LAYOUT, ScrolledText
from sayso.platforms.linux.gtk.style import ring
from sayso.platforms.linux.gtk.text_input import TextInput, new_view
from sayso.presentation import catalogue
from sayso.presentation.dialog import TextField as Words
from sayso.presentation.filling import FilledText

_MARGIN = 12
_INSET, _INSET_DOWN = 6, 8
"""Pixels around the text in its border, as in the toolkit's own entry."""
_LINES = 6
"""Lines that are in sight of a text of several lines, where there is room."""


class TextField(FilledText):
    """A text, which wraps, and a line of notes under it."""

    def __init__(self, words: Words, name: str = "", margin: int = _MARGIN) -> None:
        """`name`: for assistive technology; `margin`: pixels around it."""
        self._multiline = words.multiline
        self.pane = _TextPane(words, name or catalogue.TEXT(), margin)
        self.first = self.pane.view
        self.input = TextInput(self.first, multiline=words.multiline, most=words.most)
        self._notes = Notes(words.error)
        super().__init__(self.input, self.pane, self._notes.say)
        self.submits = self.input.submits
        self.input.watch_typing(self.changed)
        self.root = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=6)
        for side in ("start", "end", "top"):
            self.root.set_property(f"margin-{side}", margin)
        self.root.set_margin_bottom(margin // 2)  # the line of notes adds to it
        self.root.pack_start(self.pane.root, True, True, 0)
        self.root.pack_start(self._below(), False, False, 0)
        self.root.show_all()

    def set_alive(self, alive: bool) -> None:
        self.first.set_sensitive(alive)

    def _below(self) -> Any:
        row = Gtk.Box(spacing=12)
        row.pack_start(self._notes.root, True, True, 0)
        if self._multiline:
            hint = label(catalogue.SENDS_LINES())
            hint.set_valign(Gtk.Align.START)
            row.pack_end(hint, False, False, 0)
            self.first.get_accessible().set_description(catalogue.SENDS_LINES())
        return row


class _TextPane(ScrolledText):
    """The text, in a border of its own."""

    def __init__(self, words: Words, name: str, margin: int) -> None:
        self._margin = margin
        view = new_view(words.default, inset=_INSET, inset_down=_INSET_DOWN)
        super().__init__(view, below=_INSET_DOWN)
        self.root.set_shadow_type(Gtk.ShadowType.IN)
        ring(view, self.root)
        self.view.get_accessible().set_name(name)
        self._default = words.default
        self._lines = _LINES if words.multiline else 1
        self._growth_due: int | None = None
        if words.multiline:
            view.get_buffer().connect("changed", self._on_changed)
            self.view.connect("destroy", self._on_view_destroy)

    @property
    def _has_cursor(self) -> bool:
        return True

    def _on_changed(self, _buffer: Any) -> None:
        if self._growth_due is None:
            self._growth_due = GLib.idle_add(self._grow, priority=AFTER_LAYOUT)

    def _grow(self) -> bool:
        self._growth_due = None
        self.outgrow()
        return False

    def _on_view_destroy(self, _view: Any) -> None:
        if self._growth_due is not None:
            GLib.source_remove(self._growth_due)

    def _height(self, width: int) -> int:
        """Pixels of height for the text that it holds at first, and for `_lines` lines at least."""
        layout = self.view.create_pango_layout("")
        line = layout.get_pixel_size()[1]
        layout.set_text(self._default)
        layout.set_width((width - 2 * (self._margin + _INSET + 1)) * Pango.SCALE)
        layout.set_wrap(Pango.WrapMode.WORD_CHAR)
        text: int = max(layout.get_pixel_size()[1], line)
        self.spare = max(self._lines * line - text, 0)
        return text + self.spare + 2 * _INSET_DOWN
