"""What the person is doing on the screen, as the X server measures it and the window manager
tells."""

import sys

assert sys.platform == "linux"

from collections.abc import Callable
from functools import cache

from sayso.platforms.linux.x11 import idle as idleness

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from sayso.platforms.linux.x11.windows import Windows

_OURS = "sayso"
"""The name in WM_CLASS of our dialogs (ICCCM)."""


def idle(screen: str) -> float | None:
    """Seconds since the last input; None: the X server does not measure them."""
    measure = _measure(screen)
    return measure() if measure else None


def full_screen(screen: str) -> bool:
    """Whether the window with the keyboard focus fills the screen and is not one of ours."""
    windows = _windows(screen)
    if windows is None:
        return False
    active = windows.active()
    return active is not None and windows.fills_screen(active) and windows.name(active) != _OURS


def is_managed(screen: str, window: int) -> bool:
    """Whether a window manager manages this window."""
    windows = _windows(screen)
    return windows is not None and windows.is_managed(window)


def has_tray(screen: str) -> bool:
    """Whether a program shows XEmbed icons on this screen (freedesktop.org,
    System Tray Protocol)."""
    windows = _windows(screen)
    return windows is not None and windows.is_owned("_NET_SYSTEM_TRAY_S0")


@cache
def _measure(screen: str) -> Callable[[], float] | None:
    saver = idleness.screen_saver(screen)
    return None if saver is None else saver.seconds


@cache
def _windows(screen: str) -> "Windows | None":
    from sayso.platforms.linux.x11.windows import Windows

    try:
        return Windows(screen)
    except OSError:
        return None
