"""How active the person is, as macOS reports it for the session that this process is in."""

import sys

assert sys.platform == "darwin"

import os

from sayso.platforms.macos import session
from sayso.platforms.macos.native import input as native


def idle(screen: str) -> float | None:
    """Seconds since hardware sent the last input. None: `screen` is not that of this session, or
    the system does not tell."""
    if screen != session.screen(os.environ):
        return None
    try:
        return native.idle()
    except (OSError, AttributeError):  # the framework, or this function of it, is missing
        return None


def full_screen(screen: str) -> bool:
    """Always False: macOS tells of other programs' windows only to a program that may record the
    screen."""
    return False
