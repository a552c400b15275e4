"""A button that fills in reading direction until it is enabled."""

import sys

assert sys.platform == "linux"

import time
from collections.abc import Callable
from math import inf
from typing import Any

from gi.repository import Gtk

from sayso.platforms.linux import loop

PICTURES = 15
"""The most frames per second."""

_FILLED = """
button {
    background-image: linear-gradient(alpha(currentColor, 0.25), alpha(currentColor, 0.25));
    background-repeat: no-repeat;
    background-size: %.1f%% 100%%;
    transition: none;
}
button:dir(rtl) { background-position: 100%% 0%%; }
"""


class Fill:
    """Draws the filling of a button; nothing where the person asked the system for less motion.

    It goes by a timer of ours: GTK would draw an animation of its own at the screen's rate, however
    few steps it has, and take four times as much processor time.
    """

    def __init__(self, button: Any) -> None:
        self._settings = button.get_settings()
        self._style = Gtk.CssProvider()
        self._full_at = self._began = self._seconds = 0.0
        self._call_off: Callable[[], None] = lambda: None
        button.get_style_context().add_provider(
            self._style, Gtk.STYLE_PROVIDER_PRIORITY_APPLICATION
        )

    def run(self, full_at: float, now: float) -> None:
        """The button is full at `full_at`, in seconds on the clock of `now`. Draws nothing if that
        has passed."""
        full_at = full_at if now < full_at < inf else 0.0
        if full_at == self._full_at:
            return
        self._full_at = full_at
        self._call_off()
        self._began, self._seconds = time.monotonic(), full_at - now
        if full_at and self._settings.get_property("gtk-enable-animations"):
            self._go_on()
        else:
            self._style.load_from_data(b"")

    def _go_on(self) -> None:
        share = min((time.monotonic() - self._began) / self._seconds, 1)
        self._style.load_from_data((_FILLED % (share * 100)).encode())
        if share < 1:
            self._call_off = loop.later(1 / PICTURES, self._go_on)
