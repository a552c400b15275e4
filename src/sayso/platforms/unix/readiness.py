"""Calls from the event loop when a descriptor becomes readable."""

import sys

assert sys.platform != "win32"

from collections.abc import Callable

from sayso.platforms.contract.watching import CallOff


def watch(descriptor: int, ready: Callable[[], object], close: Callable[[], None]) -> CallOff:
    """`ready` is called on the running loop, in each turn in which `descriptor` is readable.
    `close` is called by what this returns, and where this fails. Raises OSError."""
    import asyncio  # whoever has a loop has loaded it

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
