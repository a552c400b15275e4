"""A fair queue: handles one request of each account, then the event loop serves everybody again.

So a flood of requests from one account delays the requests of others only by one, however many it
has sent, and over however many connections.
"""

import asyncio
from collections import deque
from collections.abc import Callable

from sayso.core.lineage import Account


class FairQueue:
    def __init__(self) -> None:
        self._waiting: dict[Account, deque[Callable[[], None]]] = {}
        """Work that waits, by account. An account is in here if it had its turn in this round, even
        if nothing of it waits."""

    def take(self, account: Account, work: Callable[[], None]) -> None:
        """Does the work at once, or, if the account had its turn in this round, in a later one."""
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
            loop.call_soon(queue.popleft())  # not called here: an error must not stop the others
