"""Clocks of macOS: gen/clock_gettime.c of Apple's Libc."""

import sys

assert sys.platform == "darwin"

import time

from sayso.platforms.macos.native import numbers


def since_boot() -> float:
    """Seconds since boot, counted through sleep: the time of day less the time of boot, which the
    kernel moves along when the clock is set. So it goes on evenly, and it is the clock of the start
    times of processes, too."""
    return time.clock_gettime(numbers.CLOCK_MONOTONIC)


def continuous() -> float:
    """Likewise, by the processor's own counter: mach_continuous_time. The clock's slow corrections
    are not in it, so that after days it can differ by seconds from when a process was started."""
    return time.clock_gettime(numbers.CLOCK_MONOTONIC_RAW)
