"""What the person is doing, as Windows reports it for the session of this process."""

import sys

assert sys.platform == "win32"

import os

from sayso.platforms.windows import session
from sayso.platforms.windows.native import desktop as native

_FULL_SCREEN = frozenset((2, 3, 4))
"""Values of QUERY_USER_NOTIFICATION_STATE: QUNS_BUSY (a window fills the screen), Direct3D in full
screen, and presentation mode. Our own windows never fill the screen."""


def idle(screen: str) -> float | None:
    """Seconds since the last input, by GetLastInputInfo; None: `screen` is not the screen of this
    process. Raises OSError."""
    return native.idle() if _is_ours(screen) else None


def full_screen(screen: str) -> bool:
    """Whether something fills the screen, by SHQueryUserNotificationState. Raises OSError."""
    return _is_ours(screen) and native.notification_state() in _FULL_SCREEN


def _is_ours(name: str) -> bool:
    return name == session.screen(os.environ)
