"""Notices that the other end of a pipe has closed, even while there is something to be read.

No event of the system reports that, so it is checked again and again. `peer.watch_exit` reports at
once that a process has ended; this module is for a process that closes its end and lives on.
"""

import sys

assert sys.platform == "win32"

import asyncio
from collections.abc import Callable

from sayso.platforms.contract.watching import CallOff
from sayso.platforms.windows.channel import PipeChannel

LOOK_EVERY = 0.25
"""Seconds between two checks."""


class _Watch:
    def __init__(self, channel: PipeChannel, gone: Callable[[], None]) -> None:
        self._channel = channel
        self._gone = gone
        self._loop = asyncio.get_running_loop()
        self._next: asyncio.Handle = self._loop.call_soon(self._look)

    def _look(self) -> None:
        if self._channel.is_hung_up():
            self._next = self._loop.call_soon(self._look)
            self._gone()
        else:
            self._next = self._loop.call_later(LOOK_EVERY, self._look)

    def call_off(self) -> None:
        self._next.cancel()


def watch(channel: PipeChannel, gone: Callable[[], None]) -> CallOff:
    """Calls `gone` on the running loop once the other end has closed, and again in each turn until
    the watch is called off."""
    return _Watch(channel, gone).call_off
