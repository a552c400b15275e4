"""A main loop with timers only, for modules of the macOS platform on a system without AppKit."""

import sys
from typing import TYPE_CHECKING

assert sys.platform == "darwin" or not TYPE_CHECKING  # mypy passes over it elsewhere

import heapq
import itertools
import time
from collections.abc import Callable
from types import ModuleType


class PlayedLoop(ModuleType):
    """Takes the place of the macOS platform's module `loop`. Time passes for real."""

    def __init__(self) -> None:
        super().__init__("sayso.platforms.macos.loop")
        self._due: list[tuple[float, int, Callable[[], None]]] = []
        self._number = itertools.count()

    def later(self, seconds: float, act: Callable[[], None]) -> Callable[[], None]:
        entry = (time.monotonic() + seconds, next(self._number), act)
        heapq.heappush(self._due, entry)
        return lambda: self._due.remove(entry) if entry in self._due else None

    def run(self, is_so: Callable[[], bool]) -> None:
        while not is_so():
            due, _, act = heapq.heappop(self._due)
            while time.monotonic() < due:
                pass
            act()

    def run_out(self) -> None:
        """Runs until no timer is left."""
        self.run(lambda: not self._due)
