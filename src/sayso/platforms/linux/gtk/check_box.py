"""A check box with the asker's text, which may widen what is approved."""

import sys

assert sys.platform == "linux"

from typing import Any

from gi.repository import Gtk

from sayso.platforms.linux.gtk.device import by_device, keep_made_up_out
from sayso.platforms.linux.gtk.labels import wrapped

_MARGIN = 12
_RING = 3
"""Pixels above and below the text, so that the focus ring cuts none of it."""


class CheckBox:
    """Unchecked at first, and changed by the person's hand alone."""

    def __init__(self, words: str, trusting: bool) -> None:
        """`trusting`: assistive technology may change it, too, as the person allows."""
        self._trusting = trusting
        self._is_on = False
        text = wrapped(words)
        text.set_margin_top(_RING)
        text.set_margin_bottom(_RING)
        self.root = Gtk.CheckButton(child=text, border_width=_MARGIN, sensitive=False)
        self.root.connect("toggled", self._on_toggled)
        keep_made_up_out(self.root)
        self.root.show_all()

    @property
    def is_on(self) -> bool:
        return self._is_on

    @property
    def has_focus(self) -> bool:
        return bool(self.root.has_focus())

    def toggle(self) -> None:
        self.root.set_active(not self._is_on)

    def _on_toggled(self, _box: Any) -> None:
        """Undoes what another program did: nobody may have seen it."""
        if by_device() or self._trusting:
            self._is_on = self.root.get_active()
        else:
            self.root.set_active(self._is_on)
