"""The line for a text of the person's own, which goes along with a denial."""

import sys

assert sys.platform == "linux"

from collections.abc import Callable

from gi.repository import Gtk

from sayso.core.settings import WORDS_BYTES
from sayso.platforms.linux.gtk.labels import label, wrapped
from sayso.platforms.linux.gtk.text_field import TextField
from sayso.presentation import catalogue, dialog

_GAP = 6


class DenyWords:
    """A text field that is hidden until it is wanted."""

    def __init__(self, no_password: str) -> None:
        """`no_password`: our warning that no password belongs here; empty: there is no reason for
        one."""
        words = dialog.TextField(error="", default="", multiline=False, most=WORDS_BYTES)
        self._field = TextField(words, catalogue.DENY_WORDS(), margin=0)
        self.first = self._field.first
        self.first.drag_dest_unset()  # what is dropped would be no words of the person's
        self.submits = self._field.submits
        self.set_alive = self._field.set_alive
        self.say = self._field.say
        self.root = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=_GAP, no_show_all=True)
        self.root.pack_start(label(catalogue.DENY_WORDS()), False, False, 0)
        if no_password:
            self.root.pack_start(wrapped(no_password), False, False, 0)
        self.root.pack_start(self._field.root, False, False, 0)
        for child in self.root.get_children():
            child.show_all()

    @property
    def is_open(self) -> bool:
        return bool(self.root.get_visible())

    @property
    def text(self) -> str:
        return self._field.input.text

    @property
    def is_by_hand(self) -> bool:
        """Whether the person typed all of it."""
        return self._field.input.is_by_hand

    @property
    def has_focus(self) -> bool:
        """Whether it has the keyboard focus."""
        return self._field.has_focus

    @property
    def is_composing(self) -> bool:
        """Whether keys go to an input method that is at work in it."""
        return self._field.is_composing

    @property
    def obstacle(self) -> str:
        """What keeps the text from being sent, as a sentence; empty: nothing."""
        return self._field.obstacle

    def watch_typing(self, on_typing: Callable[[], None]) -> None:
        """`on_typing` is called when the text has changed."""
        self._field.watch_typing(on_typing)

    def open(self, width: int) -> None:
        """Shows the line. `width`: its pixels."""
        self._field.pane.fit(width)
        self._field.pane.set_height(self._field.pane.whole)
        self.root.show()

    def close(self) -> None:
        """Hides the line; what was typed is gone."""
        self.root.hide()
        self._field.input.clear()
