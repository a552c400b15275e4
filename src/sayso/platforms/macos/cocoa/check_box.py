"""A check box in the asker's words. To check it may widen what is approved."""

from __future__ import annotations

import sys

assert sys.platform == "darwin"

from sayso.platforms.macos.cocoa.choices import OptionButton
from sayso.platforms.macos.cocoa.device import by_device
from sayso.platforms.macos.cocoa.room import Room
from sayso.presentation.dialog import Option


class CheckBox(OptionButton):
    """A check box that is off at first, and changed by the person's hand alone unless it is
    `trusting`."""

    def __init__(self, room: Room, words: str, trusting: bool) -> None:
        """`trusting`: assistive technology may change it, too, as the person's settings allow."""
        self._trusting = trusting
        super().__init__(room, Option(words), is_radio=False, on_press=self._on_pressed)
        self.set_alive(False)

    def toggle(self) -> None:
        self.turn(not self.is_on)

    def _on_pressed(self) -> None:
        if self.is_alive and (by_device() or self._trusting):
            self.toggle()
