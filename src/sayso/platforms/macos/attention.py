"""What the person does meanwhile, as macOS tells of the session that this process is in."""

import sys

assert sys.platform == "darwin"

import os

from sayso.platforms.macos import session
from sayso.platforms.macos.native import input as native


def idle(screen: str) -> float | None:
    """Seconds since hardware sent the last input; None: it is another screen, or there is no
    telling."""
    if screen != session.screen(os.environ):
        return None
    try:
        return native.idle()
    except (OSError, AttributeError):  # no such framework, or no such call in it
        return None


def full_screen(screen: str) -> bool:
    """Never: only who may record the screen is told of other programs' windows."""
    return False
