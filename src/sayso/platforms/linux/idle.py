"""How long the person has touched no key and no pointer, by the system's own measure."""

import sys

assert sys.platform == "linux"

from collections.abc import Callable


def measure(display: str) -> Callable[[], float] | None:
    """Tells the seconds since the last input on an X server; None: there is no telling."""
    from sayso.platforms.linux.xss import ScreenSaver

    try:
        saver = ScreenSaver(display)
    except OSError:
        return None
    return lambda: saver.idle() / 1_000
