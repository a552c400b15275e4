"""Turns: of each origin one request, then the event loop looks at everybody again.

So a flood from one place delays the requests of the others by one of its own, however many it has
sent at once, and over however many connections.
"""

import asyncio
from collections import deque
from collections.abc import Callable

from sayso.core.lineage import Process


class Turns:
    def __init__(self) -> None:
        self._waiting: dict[Process, deque[Callable[[], None]]] = {}
        """By origin: of those that had a turn since the loop looked last, what is to come."""

    def take(self, origin: Process, work: Callable[[], None]) -> None:
        """Does the work at once, or after what this origin has waiting."""
        if origin in self._waiting:
            self._waiting[origin].append(work)
            return
        if not self._waiting:
            asyncio.get_running_loop().call_soon(self._next_round)
        self._waiting[origin] = deque()
        work()

    def _next_round(self) -> None:
        loop = asyncio.get_running_loop()
        self._waiting = {origin: queue for origin, queue in self._waiting.items() if queue}
        if self._waiting:
            loop.call_soon(self._next_round)
        for queue in self._waiting.values():
            loop.call_soon(queue.popleft())  # a fault in one costs the others nothing
