"""A line above the frame that says how things stand, in the toolkit's own style."""

import sys

assert sys.platform == "linux"

from typing import Any

from gi.repository import Gtk, Pango

from sayso.platforms.linux.gtk.icon import Icon, image
from sayso.platforms.linux.gtk.labels import announce
from sayso.platforms.linux.gtk.style import QUIET


class Banner:
    """An icon and a text, hidden while there is nothing to say."""

    def __init__(self, kind: Any, icon: Icon) -> None:
        """`kind`: a Gtk.MessageType."""
        self.root = Gtk.InfoBar(message_type=kind, no_show_all=True)
        if kind == Gtk.MessageType.OTHER:
            self.root.get_style_context().add_class(QUIET)
        self._words = Gtk.Label(
            xalign=0, wrap=True, wrap_mode=Pango.WrapMode.WORD_CHAR, max_width_chars=1
        )
        content = self.root.get_content_area()
        content.add(image(icon))
        content.pack_start(self._words, True, True, 0)
        content.show_all()

    def say(self, text: str) -> None:
        """Shows this text; empty hides the banner."""
        if text == self._words.get_text():
            return
        self._words.set_text(text)
        self.root.set_visible(bool(text))
        announce(self.root, text)
