"""What the person is doing on the screen, as a Wayland compositor reports it."""

import sys

assert sys.platform == "linux"

import os
import time
from functools import cache

from sayso.platforms.linux.wayland.idle import IdleWatch


def idle(screen: str) -> float | None:
    """Seconds since the last input, counted from the first call on; None: nobody tells."""
    watch = _watch(screen)
    return watch.seconds() if watch else _on_gnome()


def full_screen(_screen: str) -> bool:
    """False: no window hides a question on the topmost layer, and a compositor without layers does
    not tell."""
    return False


@cache
def _watch(screen: str) -> IdleWatch | None:
    try:
        return IdleWatch(os.environ | {"WAYLAND_DISPLAY": screen}, time.monotonic)
    except OSError:
        return None


def _on_gnome() -> float | None:
    try:
        from sayso.platforms.linux.wayland import gnome
    except ImportError:  # where there is no GTK there are no questions either
        return None
    return gnome.idle()
