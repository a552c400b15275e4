"""The line under a field: what was wrong with the answer before, and what is wrong now."""

import sys

assert sys.platform == "linux"

from gi.repository import Gtk

from sayso.platforms.linux.gtk.icon import Icon, image
from sayso.platforms.linux.gtk.labels import announce, wrapped
from sayso.platforms.linux.gtk.style import NOTE


class Notes:
    """Shows one note at a time. The other one keeps its room, so that no note moves anything."""

    def __init__(self, error: str) -> None:
        """`error`: what was wrong with the answer before, in the asker's words; empty: nothing."""
        self._fault = _narrow("")
        self.root = Gtk.Stack(hexpand=True)
        self.root.add_named(signed(_narrow(error)) if error else Gtk.Box(), "error")
        self.root.add_named(signed(self._fault), "fault")

    def say(self, fault: str) -> None:
        """Shows what is wrong with the present answer; empty: nothing, so the error shows again."""
        if fault != self._fault.get_text():
            self._fault.set_text(fault)
            announce(self._fault, fault)
        self.root.set_visible_child_name("fault" if fault else "error")


def signed(words: Gtk.Label) -> Gtk.Box:
    """The text with a warning sign in front, so that it differs from all else without colour,
    too."""
    sign = image(Icon.WARNING)
    sign.set_valign(Gtk.Align.START)
    row = Gtk.Box(spacing=6)
    row.get_style_context().add_class(NOTE)
    row.pack_start(sign, False, False, 0)
    row.pack_start(words, True, True, 0)
    return row


def _narrow(text: str) -> Gtk.Label:
    """A label with all of the text, which does not widen the window."""
    made = wrapped(text)
    made.set_max_width_chars(1)
    return made
