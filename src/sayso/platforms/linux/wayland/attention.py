"""What the person does meanwhile, as a Wayland compositor tells."""

import sys

assert sys.platform == "linux"

import os
import time
from functools import cache

from sayso.platforms.linux.wayland.idle import IdleWatch


def idle(screen: str) -> float | None:
    """Seconds since the last input; None: there is no telling. Counted from the first call on."""
    watch = _watch(screen)
    return watch.seconds() if watch else _on_gnome()


def full_screen(_screen: str) -> bool:
    """No window hides a question on the topmost layer; where there are no layers, nobody tells."""
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
