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


def give_back(window: Any, still: Callable[[], bool]) -> None:
    """`still` tells, a moment later, that the window does not want it. wlroots' compositors have
    taken it by then. KWin 5.27 takes it as a window closes, and no sooner: one that shows nothing
    gets it and closes."""

    def look() -> None:
        if window.get_window() is not None and window.is_active() and still():
            _Taker()

    loop.later(_AFTER, look)


class _Taker:
    """Has the keyboard once, and ends with that."""

    def __init__(self) -> None:
        self._window = made = Gtk.Window()
        layer_shell.put_on_top(made)
        layer_shell.keep_keyboard(made, is_kept=True)
        layer_shell.anchor(made, top=0)
        made.set_visual(made.get_screen().get_rgba_visual())
        made.set_app_paintable(True)
        made.set_size_request(1, 1)
        made.connect("notify::is-active", lambda *_: loop.later(0, self._end))
        self._call_off = loop.later(_WITHIN, self._end)
        made.show()

    def _end(self) -> None:
        self._call_off()
        self._window.destroy()
