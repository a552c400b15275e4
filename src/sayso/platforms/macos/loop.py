"""The main loop of a process with a toolkit: AppKit's, loaded when it is asked for."""

import sys

assert sys.platform == "darwin"

from collections.abc import Callable

from sayso.platforms.contract.channel import Channel
from sayso.platforms.unix.channel import descriptor


def later(seconds: float, act: Callable[[], None]) -> Callable[[], None]:
    """Has `act` called once; what it returns calls that off."""
    from sayso.platforms.macos.cocoa.run_loop import run_loop

    return run_loop().later(seconds, act)


def run(channel: Channel, readable: Callable[[], None]) -> None:
    """Until `stop`. Calls `readable` when something has come, or the other end has closed."""
    from sayso.platforms.macos.cocoa.run_loop import run_loop

    call_off = run_loop().watch(descriptor(channel), readable)
    try:
        run_loop().run()
    finally:
        call_off()


def stop() -> None:
    from sayso.platforms.macos.cocoa.run_loop import run_loop

    run_loop().stop()
