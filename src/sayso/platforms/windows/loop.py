"""The main loop of a process with windows: the message loop."""

import sys

assert sys.platform == "win32"

from collections.abc import Callable

from sayso.platforms.windows.win32.message_loop import message_loop


def later(seconds: float, act: Callable[[], None]) -> Callable[[], None]:
    """Calls `act` once, after `seconds`; the function that is returned calls that off."""
    return message_loop().later(seconds, act)
