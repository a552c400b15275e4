"""Whether a client on another machine is still there: a broken line looks like a quiet one."""

import asyncio
from collections.abc import Callable

SILENCE_SECONDS = 30.0
"""Seconds without a line from a client at a place, after which the place counts as out of reach. A
client that waits gets progress at least every 15 s, and echoes it."""


class SignsOfLife:
    """The signs of life of one connection, from now on."""

    def __init__(self, told: Callable[[bool], None], silence: float = SILENCE_SECONDS) -> None:
        """`told`: called at each change, with True if the client is lost. `silence`: seconds
        without a line after which it is lost."""
        self._told = told
        self._silence = silence
        self._is_lost = False
        self._timer: asyncio.TimerHandle | None = None
        self.hear()

    def hear(self) -> None:
        """A line has come."""
        self.stop()
        self._timer = asyncio.get_running_loop().call_later(self._silence, self._lose)
        self._tell(is_lost=False)

    def stop(self) -> None:
        """The connection has ended."""
        if self._timer:
            self._timer.cancel()

    def _lose(self) -> None:
        self._tell(is_lost=True)

    def _tell(self, *, is_lost: bool) -> None:
        if is_lost != self._is_lost:
            self._is_lost = is_lost
            self._told(is_lost)
