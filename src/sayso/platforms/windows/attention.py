"""What the person does meanwhile, as Windows tells of its own session."""

import sys

assert sys.platform == "win32"

import os

from sayso.platforms.windows import session
from sayso.platforms.windows.native import desktop as native

_FULL_SCREEN = frozenset((2, 3, 4))
"""QUERY_USER_NOTIFICATION_STATE: QUNS_BUSY (a window fills the screen), of Direct3D, and a
presentation. Our own windows never do."""


def idle(screen: str) -> float | None:
    """Seconds since the last input, by GetLastInputInfo; None: it is another screen. Raises
    OSError."""
    return native.idle() if _is_ours(screen) else None


def full_screen(screen: str) -> bool:
    """By SHQueryUserNotificationState. Raises OSError."""
    return _is_ours(screen) and native.notification_state() in _FULL_SCREEN


def _is_ours(name: str) -> bool:
    return name == session.screen(os.environ)
