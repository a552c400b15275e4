"""A fair queue: of each account one request, then the event loop looks at everybody again.

So a flood from one place delays the requests of the others by one of its own, however many it has
sent at once, and over however many connections.
"""

import asyncio
from collections import deque
from collections.abc import Callable

from sayso.core.lineage import Account


class FairQueue:
    def __init__(self) -> None:
        self._waiting: dict[Account, deque[Callable[[], None]]] = {}
        """By account: of those that had a turn since the loop looked last, what is to come."""

    def take(self, account: Account, work: Callable[[], None]) -> None:
        """Does the work at once, or after what this account has waiting."""
        if account in self._waiting:
            self._waiting[account].append(work)
            return
        if not self._waiting:
            asyncio.get_running_loop().call_soon(self._next_round)
        self._waiting[account] = deque()
        work()

    def _next_round(self) -> None:
        loop = asyncio.get_running_loop()
        self._waiting = {account: queue for account, queue in self._waiting.items() if queue}
        if self._waiting:
            loop.call_soon(self._next_round)
        for queue in self._waiting.values():
            loop.call_soon(queue.popleft())  # a fault in one costs the others nothing
