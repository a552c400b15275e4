"""The main loop of a process with a toolkit: AppKit's."""

import sys

assert sys.platform == "darwin"

from collections.abc import Callable

from sayso.platforms.macos.cocoa.run_loop import run_loop


def later(seconds: float, act: Callable[[], None]) -> Callable[[], None]:
    """Has `act` called once; what it returns calls that off."""
    return run_loop().later(seconds, act)
