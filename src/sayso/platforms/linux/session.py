"""The person's session on Linux: its clock and its screen."""

import sys

assert sys.platform == "linux"

import resource
import signal
import time
from collections.abc import Mapping


def now() -> float:
    """Seconds since boot, counted through suspend: the clock of processes' start times, too."""
    return time.clock_gettime(time.CLOCK_BOOTTIME)


def settle() -> None:
    """Blocked signals are heard again; soft limits (setrlimit(2)) are raised to the hard ones."""
    signal.pthread_sigmask(signal.SIG_SETMASK, [])
    for limit in (resource.RLIMIT_CPU, resource.RLIMIT_NOFILE, resource.RLIMIT_FSIZE):
        _, hard = resource.getrlimit(limit)
        resource.setrlimit(limit, (hard, hard))


def screen(environ: Mapping[str, str]) -> str | None:
    """The screen that this environment names: X11's (":0") before Wayland's ("wayland-0")."""
    return environ.get("DISPLAY") or environ.get("WAYLAND_DISPLAY") or None
