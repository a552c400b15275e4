"""An event loop whose clock stands still until the test moves it."""

import asyncio
import sys
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

from support.bounds import within

T = TypeVar("T")

if sys.platform == "win32":
    _Loop = asyncio.ProactorEventLoop  # the only one that has pipes and processes there
else:
    _Loop = asyncio.SelectorEventLoop


class StillLoop(_Loop):
    """Sockets, pipes and processes are real; a timer fires only when `advance` moves the clock past
    it."""

    def __init__(self) -> None:
        self._now = 1000.0
        super().__init__()

    def time(self) -> float:
        return self._now

    def advance(self, seconds: float) -> None:
        """Moves the clock. Timers that are due by then fire once the test awaits something."""
        self._now += seconds


def run(scenario: Callable[[StillLoop], Coroutine[Any, Any, T]], seconds: float = 60.0) -> T:
    """Runs `scenario` to its end. Raises StillWaiting after so many seconds of real time."""
    with within(seconds), asyncio.Runner(loop_factory=StillLoop) as runner:
        loop = runner.get_loop()
        assert isinstance(loop, StillLoop)
        return runner.run(scenario(loop))
