"""Calls from the event loop when there is something to read from a descriptor."""

import sys

assert sys.platform == "linux"

import os
from collections.abc import Callable

from sayso.platforms.contract.watching import CallOff


def watch(descriptor: int, ready: Callable[[], object]) -> CallOff:
    """`ready` is called on the running loop, in each turn in which there is something. The
    descriptor is ours from now on: what this returns closes it. Raises OSError."""
    import asyncio  # whoever has a loop has loaded it

    loop = asyncio.get_running_loop()
    try:
        loop.add_reader(descriptor, ready)
    except BaseException:
        os.close(descriptor)
        raise

    def call_off() -> None:
        loop.remove_reader(descriptor)
        os.close(descriptor)

    return call_off
