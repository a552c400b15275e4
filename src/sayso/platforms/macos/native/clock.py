"""Clocks of macOS: gen/clock_gettime.c of Apple's Libc."""

import sys

assert sys.platform == "darwin"

import time

from sayso.platforms.macos.native import numbers


def since_boot() -> float:
    """Seconds since boot, counted through sleep: the time of day less the time of boot, which the
    kernel adjusts when the clock is set. So it runs evenly. Processes' start times are on this
    clock, too."""
    return time.clock_gettime(numbers.CLOCK_MONOTONIC)


def continuous() -> float:
    """Seconds since boot, counted through sleep, by the processor's own counter:
    mach_continuous_time. The slow corrections of the clock are not in it, so after days it can be
    seconds off from processes' start times."""
    return time.clock_gettime(numbers.CLOCK_MONOTONIC_RAW)
