"""A text that is typed: what it is, who wrote it, and which keys submit it."""

import sys

assert sys.platform == "linux"

from collections.abc import Callable
from typing import Any

from gi.repository import Gdk, Gtk

from sayso.core.settings import ANSWER_BYTES
from sayso.platforms.linux.gtk.device import ENTERING, by_device, keep_made_up_out
from sayso.presentation.typed_text import TypedText


class TextInput(TypedText):
    """The text of a view. Other classes draw what is around the view."""

    def __init__(self, view: Any, *, multiline: bool, most: int = ANSWER_BYTES) -> None:
        """`view`: a Gtk.TextView; `most`: bytes of UTF-8."""
        super().__init__(multiline=multiline, most=most)
        self.view = view
        self._buffer = view.get_buffer()
        self._on_typing: Callable[[], None] = lambda: None
        self._at_cursor = self._is_dropping = False
        self._buffer.connect("changed", self._on_changed)
        self._buffer.connect("begin-user-action", self._on_user_action, True)
        self._buffer.connect("end-user-action", self._on_user_action, False)
        view.connect("preedit-changed", self._on_composing)
        view.connect("paste-clipboard", self._on_paste)
        view.connect("drag-data-received", self._on_drop, True)
        view.connect_after("drag-data-received", self._on_drop, False)
        keep_made_up_out(view)

    @property
    def text(self) -> str:
        text: str = self._buffer.get_text(*self._buffer.get_bounds(), True)
        return text

    @property
    def has_focus(self) -> bool:
        return bool(self.view.has_focus())

    def submits(self, event: Any) -> bool:
        """Whether this key submits, where the focus is; not while it is for an input method."""
        if self.composing or not self.has_focus or event.keyval not in ENTERING:
            return False
        with_control = event.state & Gdk.ModifierType.CONTROL_MASK
        comes_up = event.type == Gdk.EventType.KEY_RELEASE  # Ctrl may have come up first
        return bool(with_control) or comes_up or not self.takes_lines

    def watch_typing(self, on_typing: Callable[[], None]) -> None:
        """`on_typing` is called when the text has changed."""
        self._on_typing = on_typing

    def clear(self) -> None:
        self._buffer.set_text("")

    def _on_composing(self, _view: Any, shown: str) -> None:
        self.composing = bool(shown)
        self.written_at_cursor = True
        self._on_typing()

    def _on_user_action(self, _buffer: Any, begins: bool) -> None:
        """What a person types is a user action for GTK, and what assistive technology writes or
        cuts is none. What is dropped is one, though any program can make up a drop."""
        self._at_cursor = begins and not self._is_dropping

    def _on_drop(self, *told: Any) -> None:
        """Called before GTK handles a drop, and after; the last of `told` says which."""
        self._is_dropping = told[-1]

    def _on_changed(self, _buffer: Any) -> None:
        self.written_at_cursor = self._at_cursor
        self._note_change(by_hand=self._at_cursor or by_device())
        self._on_typing()

    def _on_paste(self, view: Any) -> None:
        """Pastes plain text alone, with line ends like ours; into a single line, without the last
        line end."""
        view.stop_emission_by_name("paste-clipboard")
        view.get_clipboard(Gdk.SELECTION_CLIPBOARD).request_text(self._paste)

    def _paste(self, _clipboard: Any, text: str | None, _data: object = None) -> None:
        lines = (text or "").replace("\r\n", "\n")
        plain = lines if self.takes_lines else lines.removesuffix("\n")
        self._buffer.delete_selection(True, True)
        self._buffer.insert_interactive_at_cursor(plain, -1, True)
        self.view.scroll_mark_onscreen(self._buffer.get_insert())


def new_view(text: str, *, inset: int, inset_down: int) -> Any:
    """A Gtk.TextView with this text. `inset`: pixels left and right of it, `inset_down`: above and
    below."""
    view = Gtk.TextView(
        accepts_tab=False,
        wrap_mode=Gtk.WrapMode.WORD_CHAR,
        left_margin=inset,
        right_margin=inset,
        top_margin=inset_down,
        bottom_margin=inset_down,
    )
    buffer = view.get_buffer()
    buffer.set_text(text)
    buffer.place_cursor(buffer.get_start_iter())
    return view
