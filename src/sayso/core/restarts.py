"""How soon a process is started again that ended though it should not have."""

from collections import deque

DELAYS = (0.0, 0.0, 0.0, 0.2, 1.0, 3.0)
"""Seconds before the next start, by how often the process ended lately; the last one for every
further time."""

LATELY = 10.0
"""Seconds for which an end counts as recent."""

LIMIT = 5
"""Starts in a row that may come to nothing; then there is no use in another one."""


class Restarts:
    """Delays before restarts: none after a single mishap, ever longer ones for a process that ends
    again and again."""

    def __init__(self) -> None:
        self._ends: deque[float] = deque(maxlen=len(DELAYS) - 1)
        self._in_vain = 0

    def succeeded(self) -> None:
        """Notes that the started process does its work."""
        self._in_vain = 0

    def delay(self, now: float) -> float | None:
        """Seconds until the next start; None: give up. To be called each time the process ends."""
        while self._ends and self._ends[0] <= now - LATELY:
            self._ends.popleft()
        delay = DELAYS[len(self._ends)]
        self._ends.append(now)
        self._in_vain += 1
        return delay if self._in_vain <= LIMIT else None
