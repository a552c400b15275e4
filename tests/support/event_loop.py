"""Helpers for tests that need a running event loop."""

import asyncio
from collections.abc import Callable, Coroutine
from functools import wraps
from typing import Any, ParamSpec

from support.processes import PATIENCE

_P = ParamSpec("_P")


def on_event_loop(test: Callable[_P, Coroutine[Any, Any, None]]) -> Callable[_P, None]:
    """Runs an async test on an event loop of its own, for `PATIENCE` seconds at most."""

    @wraps(test)
    def run(*args: _P.args, **named: _P.kwargs) -> None:
        asyncio.run(asyncio.wait_for(test(*args, **named), PATIENCE))

    return run


async def turn() -> None:
    """Lets the loop notice what has happened and run the callbacks for it, which takes some
    turns."""
    for _ in range(3):
        await asyncio.sleep(0)


class Told:
    """A callback that counts its calls in `times`."""

    def __init__(self) -> None:
        self.times = 0
        self._came = asyncio.Event()

    def __call__(self) -> None:
        self.times += 1
        self._came.set()

    async def at_least(self, times: int) -> None:
        while self.times < times:
            self._came.clear()
            await self._came.wait()
