"""Gives the keyboard focus back to the window that had it, where a window on a layer has the focus
and does not want it any more."""

import sys

assert sys.platform == "linux"

from collections.abc import Callable
from typing import Any

from gi.repository import Gtk

from sayso.platforms.linux import loop
from sayso.platforms.linux.wayland import layer_shell

_AFTER, _WITHIN = 0.1, 1.0
"""Seconds for the compositor to take the keyboard focus away, and to give it."""


class GivingBack:
    """Gives back the keyboard focus of one window. wlroots' compositors take the focus away once
    the window does not want it. KWin 5.27 takes it only as a window closes: so another window,
    which shows nothing, gets the focus and closes at once."""

    def __init__(self, window: Any, is_unwanted: Callable[[], bool]) -> None:
        self._window, self._is_unwanted = window, is_unwanted
        self._call_off_look: Callable[[], None] = lambda: None
        self._holder: _BriefHolder | None = None

    def begin(self) -> None:
        """Checks a moment later whether the window still has the keyboard focus."""
        self.call_off()
        self._call_off_look = loop.later(_AFTER, self._look)

    def call_off(self) -> None:
        """To be called before the window asks for the keyboard again: the compositor obeys the last
        request."""
        self._call_off_look()
        if self._holder:
            self._holder.end()
            self._holder = None

    def _look(self) -> None:
        is_open = self._window.get_window() is not None
        if is_open and self._window.is_active() and self._is_unwanted():
            self._holder = _BriefHolder()


class _BriefHolder:
    """An invisible window that closes as soon as it has the keyboard focus, or after a second
    without it."""

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
        """Closes the window. Without effect the second time."""
        if not self._call_offs:
            return
        while self._call_offs:
            self._call_offs.pop()()
        self._window.disconnect(self._came)
        self._window.destroy()

    def _on_active(self, *_: Any) -> None:
        """Closes the window a moment later, as GTK is not done with the event yet."""
        self._call_offs.append(loop.later(0, self.end))
