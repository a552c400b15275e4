"""AppKit's main loop, for a process with windows or an icon; loaded when it is first used."""

import sys

assert sys.platform == "darwin"

from collections.abc import Callable

from sayso.platforms.contract.channel import Channel
from sayso.platforms.unix.channel import descriptor


def later(seconds: float, act: Callable[[], None]) -> Callable[[], None]:
    """Has `act` called once, after `seconds`; the function that is returned cancels the call."""
    from sayso.platforms.macos.cocoa.run_loop import run_loop

    return run_loop().later(seconds, act)


def run(channel: Channel, readable: Callable[[], None]) -> None:
    """Runs the main loop until `stop`. Calls `readable` when something has come over the channel,
    or its other end has closed."""
    from sayso.platforms.macos.cocoa.run_loop import run_loop

    call_off = run_loop().watch(descriptor(channel), readable)
    try:
        run_loop().run()
    finally:
        call_off()


def stop() -> None:
    from sayso.platforms.macos.cocoa.run_loop import run_loop

    run_loop().stop()
