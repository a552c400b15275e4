"""Where some words are typed, in one line or several."""

import sys

assert sys.platform == "linux"

from collections.abc import Callable
from typing import Any

from gi.repository import Gdk, GLib, Gtk, Pango

from sayso.core.text import has_controls, hidden
from sayso.platforms.linux.gtk.device import ENTERING, by_device, keep_made_up_out
from sayso.platforms.linux.gtk.labels import label
from sayso.platforms.linux.gtk.notes import Notes
from sayso.platforms.linux.gtk.scrolled import AFTER_LAYOUT, ScrolledText
from sayso.presentation import catalogue
from sayso.presentation.dialog import TextField as Words

_MARGIN = 12
_INSET, _INSET_DOWN = 6, 8
"""Pixels around the text in its border, as in the toolkit's own entry."""
_LINES = 6
"""Lines to see of a text of several, where there is room."""


class TextField:
    """A text, which wraps, and a line of notes under it.

    What stands in it at first is the asker's: it has to be read to its end, as all else is.
    """

    def __init__(self, words: Words, name: str = "", margin: int = _MARGIN) -> None:
        """`name`: for assistive technology; `margin`: pixels around it."""
        self._multiline, self._most = words.multiline, words.most
        self._on_typing: Callable[[], None] = lambda: None
        self.is_by_hand = True
        """All of it was written by a device, or an input method, of the person's."""
        self.pane = _TextPane(words, name or catalogue.TEXT(), margin)
        self.first = self.pane.view
        self._buffer = self.first.get_buffer()
        self._buffer.connect("changed", self._on_changed)
        self._written_at_cursor = False
        """The latest change, by an input method, the clipboard or a key: GTK brings it in view."""
        self._at_cursor = False
        self._buffer.connect("begin-user-action", self._on_user_action, True)
        self._buffer.connect("end-user-action", self._on_user_action, False)
        self._composing = False
        """An input method shows what is not in the text yet."""
        self.first.connect("preedit-changed", self._on_composing)
        self.first.connect("paste-clipboard", self._on_paste)
        keep_made_up_out(self.first)
        self._notes = Notes(words.error)
        self.root = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=6, border_width=margin)
        self.root.pack_start(self.pane.root, True, True, 0)
        self.root.pack_start(self._below(), False, False, 0)
        self.root.show_all()

    @property
    def answer(self) -> str:
        text: str = self._buffer.get_text(*self._buffer.get_bounds(), True)
        return text

    @property
    def has_focus(self) -> bool:
        """Keys go into it."""
        return bool(self.first.has_focus())

    @property
    def obstacle(self) -> str:
        """What keeps it from being submitted, in words; empty: nothing."""
        text = self.answer
        if self._composing:
            return catalogue.COMPOSING()
        if not text:
            return catalogue.NO_TEXT()
        if len(text.encode()) > self._most:
            return catalogue.text_too_long(self._most)
        if not has_controls(text, lines=self._multiline):
            return ""
        return catalogue.CONTROLS() if has_controls(text, lines=True) else catalogue.ONE_LINE()

    def submits(self, event: Any) -> bool:
        """Whether this key does, where the focus is; not while it is for an input method."""
        if self._composing or not self.has_focus or event.keyval not in ENTERING:
            return False
        with_control = event.state & Gdk.ModifierType.CONTROL_MASK
        comes_up = event.type == Gdk.EventType.KEY_RELEASE  # and Ctrl may have before
        return bool(with_control) or comes_up or not self._multiline

    def read_anew(self) -> None:
        """What was not written at the cursor may be out of sight."""
        if not self._written_at_cursor:
            self.pane.read_anew()

    def watch(self, on_typing: Callable[[], None]) -> None:
        """`on_typing` is called when what stands in it has changed."""
        self._on_typing = on_typing

    def set_alive(self, alive: bool) -> None:
        self.first.set_sensitive(alive)

    def say(self, words: str) -> None:
        """Under it, until it changes."""
        self._notes.say(words)

    def clear(self) -> None:
        self._buffer.set_text("")

    def _below(self) -> Any:
        row = Gtk.Box(spacing=12)
        row.pack_start(self._notes.root, True, True, 0)
        if self._multiline:
            hint = label(catalogue.SUBMITS_LINES(), dim=True)
            hint.set_valign(Gtk.Align.START)
            row.pack_end(hint, False, False, 0)
            self.first.get_accessible().set_description(catalogue.SUBMITS_LINES())
        return row

    def _on_composing(self, _view: Any, shown: str) -> None:
        self._composing = bool(shown)
        self._written_at_cursor = True
        self._on_typing()

    def _on_user_action(self, _buffer: Any, begins: bool) -> None:
        """What assistive technology writes or cuts is none for GTK."""
        self._at_cursor = begins

    def _on_changed(self, _buffer: Any) -> None:
        text = self.answer
        self._written_at_cursor = self._at_cursor
        self.is_by_hand = not text or (self.is_by_hand and (self._at_cursor or by_device()))
        unseen = hidden(text[: self._most])
        note = self.obstacle or (catalogue.cannot_be_seen(unseen) if unseen else "")
        self._notes.say(note if text else "")
        self._on_typing()

    def _on_paste(self, view: Any) -> None:
        """Plain text alone, with lines that end as ours do; in one line, without the last end."""
        view.stop_emission_by_name("paste-clipboard")
        view.get_clipboard(Gdk.SELECTION_CLIPBOARD).request_text(self._paste)

    def _paste(self, _clipboard: Any, text: str | None, _data: object = None) -> None:
        lines = (text or "").replace("\r\n", "\n")
        plain = lines if self._multiline else lines.removesuffix("\n")
        self._buffer.delete_selection(True, True)
        self._buffer.insert_interactive_at_cursor(plain, -1, True)
        self.first.scroll_mark_onscreen(self._buffer.get_insert())


class _TextPane(ScrolledText):
    """The text, in a border of its own."""

    def __init__(self, words: Words, name: str, margin: int) -> None:
        self._margin = margin
        view = Gtk.TextView(
            accepts_tab=False,
            wrap_mode=Gtk.WrapMode.WORD_CHAR,
            left_margin=_INSET,
            right_margin=_INSET,
            top_margin=_INSET_DOWN,
            bottom_margin=_INSET_DOWN,
        )
        super().__init__(view, below=_INSET_DOWN)
        self.root.set_shadow_type(Gtk.ShadowType.IN)
        self.view.get_accessible().set_name(name)
        buffer = self.view.get_buffer()
        buffer.set_text(words.default)
        buffer.place_cursor(buffer.get_start_iter())
        self._default = words.default
        self._lines = _LINES if words.multiline else 1
        self._growth_due: int | None = None
        if words.multiline:
            buffer.connect("changed", self._on_changed)
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
        """Of the text that stands in it at first, and of some lines at least."""
        layout = self.view.create_pango_layout("")
        line = layout.get_pixel_size()[1]
        layout.set_text(self._default)
        layout.set_width((width - 2 * (self._margin + _INSET + 1)) * Pango.SCALE)
        layout.set_wrap(Pango.WrapMode.WORD_CHAR)
        text: int = max(layout.get_pixel_size()[1], line)
        self.spare = max(self._lines * line - text, 0)
        return text + self.spare + 2 * _INSET_DOWN
