"""Calls from the event loop when there is something to read from a descriptor."""

import sys

assert sys.platform == "linux"

import os
from collections.abc import Callable

from sayso.platforms.contract.watching import CallOff


def watch(descriptor: int, ready: Callable[[], object]) -> CallOff:
    """`ready` is called on the running loop as long as there is something. The descriptor is ours
    from now on: what this returns closes it."""
    import asyncio  # whoever has a loop has loaded it

    loop = asyncio.get_running_loop()
    loop.add_reader(descriptor, ready)

    def call_off() -> None:
        loop.remove_reader(descriptor)
        os.close(descriptor)

    return call_off
