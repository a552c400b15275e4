"""Has the event loop call a function when a descriptor is readable."""

import sys

assert sys.platform != "win32"

from collections.abc import Callable

from sayso.platforms.contract.watching import CallOff


def watch(descriptor: int, ready: Callable[[], object], close: Callable[[], None]) -> CallOff:
    """Calls `ready` on the running loop, in each turn in which `descriptor` is readable, until that
    is called off. `close` is called then, or at once if this fails. Raises OSError."""
    import asyncio  # a process that has a loop has loaded it

    try:
        loop = asyncio.get_running_loop()
        loop.add_reader(descriptor, ready)
    except BaseException:
        close()
        raise

    def call_off() -> None:
        loop.remove_reader(descriptor)
        close()

    return call_off
