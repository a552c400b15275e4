"""Whether a program on another machine is still there: a broken line looks like a quiet one."""

import asyncio
from collections.abc import Callable

SILENCE_SECONDS = 30.0
"""Without a line from a place whose client echoes what it hears, at least every 15 s while it
waits: then the place is out of reach."""


class SignsOfLife:
    """Those of one connection, from now on."""

    def __init__(self, told: Callable[[bool], None], silence: float = SILENCE_SECONDS) -> None:
        """`told` hears whether it is lost, at each change. `silence`: seconds."""
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
