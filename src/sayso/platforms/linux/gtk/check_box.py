"""A check box in the asker's words, which may widen what is approved."""

import sys

assert sys.platform == "linux"

from typing import Any

from gi.repository import Gtk, Pango

from sayso.platforms.linux.gtk.device import by_device, keep_made_up_out
from sayso.platforms.linux.gtk.labels import attributes

_MARGIN = 12


class CheckBox:
    """Off at first, and changed by the person's hand alone."""

    def __init__(self, words: str, trusting: bool) -> None:
        """`trusting`: assistive technology may change it, as the person allows."""
        self._trusting = trusting
        self._is_on = False
        text = Gtk.Label(label=words, xalign=0, wrap=True, wrap_mode=Pango.WrapMode.WORD_CHAR)
        text.set_attributes(attributes(Pango.attr_insert_hyphens_new(False)))
        self.root = Gtk.CheckButton(child=text, border_width=_MARGIN, sensitive=False)
        self.root.connect("toggled", self._on_toggled)
        keep_made_up_out(self.root)
        self.root.show_all()

    @property
    def is_on(self) -> bool:
        return self._is_on

    def toggle(self) -> None:
        self.root.set_active(not self._is_on)

    def _on_toggled(self, _box: Any) -> None:
        """What another program did is undone: nobody may see it."""
        if by_device() or self._trusting:
            self._is_on = self.root.get_active()
        else:
            self.root.set_active(self._is_on)
