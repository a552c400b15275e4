"""Whether other programs take the processor while figures are taken: then they are none.

It is looked at while all that is measured rests. Whatever runs then is none of ours.
"""

import os
import time
from dataclasses import dataclass, replace
from pathlib import Path

from bench.figures import Row

LIMIT = 0.1
"""Of one processor."""
_BUSY = (1, 2, 3, 6, 7, 8)
"""Of the first line of /proc/stat (proc(5)): user, nice, system, irq, softirq, steal."""


class Look:
    """At what this machine does from now on."""

    def __init__(self) -> None:
        self._began, self._before = time.monotonic(), _taken()

    @property
    def seconds(self) -> float:
        return time.monotonic() - self._began

    @property
    def taken(self) -> float:
        """Seconds of processors, by others than this process."""
        return max(_taken() - self._before, 0.0)


@dataclass
class Neighbours:
    """What was seen of them since `forget`."""

    taken: float = 0.0
    seconds: float = 0.0

    def forget(self) -> None:
        self.taken = self.seconds = 0.0

    def add(self, look: Look) -> None:
        self.taken += look.taken
        self.seconds += look.seconds

    def judged(self, rows: list[Row]) -> list[Row]:
        """As they are; or, where others took too much, without their figures."""
        share = self.taken / self.seconds if self.seconds else 0.0
        if share <= LIMIT:
            return rows
        words = f"disturbed: other programs took {share:.0%} of a processor"
        return [replace(row, found=words, beside="", reached=None, samples=()) for row in rows]


SEEN = Neighbours()


def _taken() -> float:
    fields = Path("/proc/stat").read_text().split("\n", 1)[0].split()
    ticks = sum(int(fields[each]) for each in _BUSY)
    return ticks / os.sysconf("SC_CLK_TCK") - time.process_time()
