"""The keyboard goes back to who had it, where a window on a layer has it and wants it no more."""

import sys

assert sys.platform == "linux"

from collections.abc import Callable
from typing import Any

from gi.repository import Gtk

from sayso.platforms.linux import loop
from sayso.platforms.linux.wayland import layer_shell

_AFTER, _WITHIN = 0.1, 1.0
"""Seconds for the compositor to take the keyboard away, and to give it."""


class GivingBack:
    """From one window. wlroots' compositors take the keyboard once it is not wanted. KWin 5.27
    takes it only as a window closes: one that shows nothing gets it, and closes at once."""

    def __init__(self, window: Any, is_unwanted: Callable[[], bool]) -> None:
        self._window, self._is_unwanted = window, is_unwanted
        self._call_off_look: Callable[[], None] = lambda: None
        self._holder: _BriefHolder | None = None

    def begin(self) -> None:
        """A moment later it is looked whether the window still has the keyboard."""
        self.call_off()
        self._call_off_look = loop.later(_AFTER, self._look)

    def call_off(self) -> None:
        """Before the window asks for it again: what comes last counts."""
        self._call_off_look()
        if self._holder:
            self._holder.end()
            self._holder = None

    def _look(self) -> None:
        is_open = self._window.get_window() is not None
        if is_open and self._window.is_active() and self._is_unwanted():
            self._holder = _BriefHolder()


class _BriefHolder:
    """Ends as it has the keyboard."""

    def __init__(self) -> None:
        self._window = made = Gtk.Window()
        layer_shell.put_on_top(made)
        layer_shell.keep_keyboard(made, is_kept=True)
        layer_shell.anchor(made, top=0)
        made.set_visual(made.get_screen().get_rgba_visual())
        made.set_app_paintable(True)
        made.set_size_request(1, 1)
        self._call_offs = [loop.later(_WITHIN, self.end)]
        self._came = made.connect("notify::is-active", self._on_active)
        made.show()

    def end(self) -> None:
        """Once."""
        if not self._call_offs:
            return
        while self._call_offs:
            self._call_offs.pop()()
        self._window.disconnect(self._came)
        self._window.destroy()

    def _on_active(self, *_: Any) -> None:
        """GTK is not done with the event yet."""
        self._call_offs.append(loop.later(0, self.end))
