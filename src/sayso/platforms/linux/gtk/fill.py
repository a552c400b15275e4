"""A button that fills, the way that words run, while it is not alive yet."""

import sys

assert sys.platform == "linux"

from itertools import count
from math import ceil, inf
from typing import Any

from gi.repository import Gtk

PICTURES = 15
"""A second, at most. At the screen's own rate the fill alone takes a tenth of a processor."""

_RUN = """
@keyframes %(name)s { from { background-size: 0%% 100%%; } to { background-size: 100%% 100%%; } }
button {
    background-image: linear-gradient(alpha(currentColor, 0.25), alpha(currentColor, 0.25));
    background-repeat: no-repeat;
    background-size: 0%% 100%%;
    animation: %(name)s %(seconds).3fs steps(%(steps)d);
}
button:dir(rtl) { background-position: 100%% 0%%; }
"""
_NAMES = count()
"""An animation runs anew only under a new name."""


class Fill:
    """Where the person asked the system for less motion, GTK runs no animation: nothing fills."""

    def __init__(self, button: Any) -> None:
        self._style = Gtk.CssProvider()
        self._full_at = 0.0
        button.get_style_context().add_provider(
            self._style, Gtk.STYLE_PROVIDER_PRIORITY_APPLICATION
        )

    def run(self, full_at: float, now: float) -> None:
        """Full at `full_at`, in seconds on the clock of `now`; not at all once that has passed."""
        full_at = full_at if now < full_at < inf else 0.0
        if full_at == self._full_at:
            return
        self._full_at = full_at
        name = f"fill-{next(_NAMES)}"
        seconds = full_at - now
        steps = ceil(seconds * PICTURES) if full_at else 0
        css = _RUN % {"name": name, "seconds": seconds, "steps": steps} if full_at else ""
        self._style.load_from_data(css.encode())
