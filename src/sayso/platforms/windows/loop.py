"""The main loop of a process with a toolkit: of messages."""

import sys

assert sys.platform == "win32"

from collections.abc import Callable

from sayso.platforms.windows.win32.message_loop import message_loop


def later(seconds: float, act: Callable[[], None]) -> Callable[[], None]:
    """Has `act` called once; what it returns calls that off."""
    return message_loop().later(seconds, act)
