"""A check box with a label in the asker's words; checked, it may widen what is approved."""

import sys

assert sys.platform == "win32"

from sayso.platforms.windows.win32.choices import OptionButton
from sayso.platforms.windows.win32.device import by_device
from sayso.platforms.windows.win32.room import Room
from sayso.presentation.dialog import Option


class CheckBox(OptionButton):
    """A check box that is off at first, and that only the person's hand can change."""

    def __init__(self, room: Room, words: str, trusting: bool) -> None:
        """`trusting`: assistive technology may change it, too, as the person allows that."""
        self._trusting = trusting
        super().__init__(room, Option(words), is_radio=False, on_press=self._on_pressed)
        self.set_alive(False)

    def toggle(self) -> None:
        self.turn(not self.is_on)

    def set_alive(self, alive: bool) -> None:
        self._is_alive = alive
        super().set_alive(alive)

    def _on_pressed(self) -> None:
        if self._is_alive and (by_device() or self._trusting):
            self.toggle()
