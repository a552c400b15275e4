"""Calls a function from the event loop while a handle is signalled."""

import sys

assert sys.platform == "win32"

import asyncio
from collections.abc import Callable

from sayso.platforms.contract.watching import CallOff
from sayso.platforms.windows.native import handles
from sayso.platforms.windows.native.waits import Wait

_watching: set["_Watch"] = set()
"""All watches. This keeps each alive until it is called off, even if its caller drops it."""


class _Watch:
    def __init__(self, handle: int, ready: Callable[[], object]) -> None:
        self._handle = handle
        self._ready = ready
        self._loop = asyncio.get_running_loop()
        self._is_off = False
        self._wait: Wait | None = self._begin()
        _watching.add(self)

    def _begin(self) -> Wait:
        return Wait(self._handle, lambda: self._loop.call_soon_threadsafe(self._signalled))

    def _signalled(self) -> None:
        self._end()
        if not self._is_off:
            self._ready()
            self._go_on()

    def _go_on(self) -> None:
        """Waits again, unless `_ready` has called the watch off."""
        if self._is_off:
            return
        if handles.is_signalled(self._handle):
            self._loop.call_soon(self._signalled)
        else:
            self._wait = self._begin()

    def _end(self) -> None:
        if self._wait:
            self._wait.call_off()
            self._wait = None

    def call_off(self) -> None:
        self._is_off = True
        self._end()
        _watching.discard(self)


def watch(handle: int, ready: Callable[[], object]) -> CallOff:
    """Calls `ready` on the running loop, in each turn in which the handle is signalled. The handle
    has to stay open until the watch is called off. Raises OSError."""
    return _Watch(handle, ready).call_off
