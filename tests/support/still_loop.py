"""An event loop whose clock stands still until the test moves it."""

import asyncio
import signal
from collections.abc import Callable, Coroutine
from types import FrameType
from typing import Any, TypeVar

from support.processes import StillWaiting

T = TypeVar("T")


class StillLoop(asyncio.SelectorEventLoop):
    """Sockets and processes are real; a timer fires only when `advance` passes it."""

    def __init__(self) -> None:
        self._now = 1000.0
        super().__init__()

    def time(self) -> float:
        return self._now

    def advance(self, seconds: float) -> None:
        """Timers that are due by then fire once the test awaits something."""
        self._now += seconds


def run(scenario: Callable[[StillLoop], Coroutine[Any, Any, T]], seconds: float = 20.0) -> T:
    """Runs it to its end; StillWaiting after so many seconds of real time."""

    def too_long(_number: int, _frame: FrameType | None) -> None:
        raise StillWaiting(f"the test still waits after {seconds:g} s")

    before = signal.signal(signal.SIGALRM, too_long)
    # Again each second: what is raised in one of the loop's callbacks goes no further.
    signal.setitimer(signal.ITIMER_REAL, seconds, 1)
    try:
        with asyncio.Runner(loop_factory=StillLoop) as runner:
            loop = runner.get_loop()
            assert isinstance(loop, StillLoop)
            return runner.run(scenario(loop))
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
