"""Checks whether other programs use the processor while figures are taken: then the figures are
void.

The check is made while everything that is measured rests: what runs then is none of ours.
"""

import os
import time
from dataclasses import dataclass, replace
from pathlib import Path

from bench.figures import Row

LIMIT = 0.1
"""Most that other programs may use, as a share of one processor."""
_BUSY = (1, 2, 3, 6, 7, 8)
"""Fields of the first line of /proc/stat (proc(5)): user, nice, system, irq, softirq, steal."""


class Look:
    """A look at how much of the processors is used, from its creation on."""

    def __init__(self) -> None:
        self._began, self._before = time.monotonic(), _taken()

    @property
    def seconds(self) -> float:
        return time.monotonic() - self._began

    @property
    def taken(self) -> float:
        """Processor seconds that were used by anything but this process."""
        return max(_taken() - self._before, 0.0)


@dataclass
class Neighbours:
    """What other programs took since `forget`, and over how many seconds."""

    taken: float = 0.0
    seconds: float = 0.0

    def forget(self) -> None:
        self.taken = self.seconds = 0.0

    def add(self, look: Look) -> None:
        self.taken += look.taken
        self.seconds += look.seconds

    def judged(self, rows: list[Row]) -> list[Row]:
        """The rows as they are; or, where other programs took too much, without their figures."""
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
