"""A line for words of the person's own, which go along with a denial."""

import sys

assert sys.platform == "linux"

from gi.repository import Gtk

from sayso.core.settings import WORDS_BYTES
from sayso.platforms.linux.gtk.labels import label
from sayso.platforms.linux.gtk.text_field import TextField
from sayso.presentation import catalogue, dialog

_GAP = 6


class DenyWords:
    """Hidden until it is wanted. What another program writes into it is not sent."""

    def __init__(self) -> None:
        words = dialog.TextField(error="", default="", multiline=False, most=WORDS_BYTES)
        self.field = TextField(words, catalogue.DENY_WORDS(), margin=0)
        self.root = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=_GAP, no_show_all=True)
        self.root.pack_start(label(catalogue.DENY_WORDS()), False, False, 0)
        self.root.pack_start(self.field.root, False, False, 0)
        self._was_armed = False
        for child in self.root.get_children():
            child.show_all()

    @property
    def is_open(self) -> bool:
        return bool(self.root.get_visible())

    @property
    def answer(self) -> str:
        """What goes along with the denial; empty: nothing does."""
        sent = self.is_open and self.field.input.is_by_hand and not self.field.obstacle
        return self.field.input.text if sent else ""

    @property
    def takes_keys(self) -> bool:
        """Those that were meant for another window are not let in; it grows as it opens, which
        arms the dialog anew, but nobody types into a line that they opened for something else."""
        return self._was_armed

    def show(self, is_armed: bool, is_alive: bool) -> None:
        """How the dialog stands."""
        self._was_armed = self._was_armed or is_armed
        self.field.set_alive(is_alive)

    def open(self, width: int) -> None:
        """`width`: pixels for the line."""
        self.field.pane.fit(width)
        self.field.pane.set_height(self.field.pane.whole)
        self.root.show()

    def close(self) -> None:
        """What was typed is gone."""
        self.root.hide()
        self.field.input.clear()

    def note_hand(self) -> None:
        """Something of it has changed: who wrote it is told while it stands there."""
        if self.field.input.text and not self.field.input.is_by_hand:
            self.field.say(catalogue.DENY_WORDS_NOT_TYPED())
