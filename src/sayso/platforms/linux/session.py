"""The person's session on Linux: its clock and its screen."""

import sys

assert sys.platform == "linux"

import time
from collections.abc import Mapping


def now() -> float:
    """Seconds since boot, counted through suspend: the clock of processes' start times, too."""
    return time.clock_gettime(time.CLOCK_BOOTTIME)


def screen(environ: Mapping[str, str]) -> str | None:
    """The screen that this environment names: X11's (":0") before Wayland's ("wayland-0")."""
    return environ.get("DISPLAY") or environ.get("WAYLAND_DISPLAY") or None
