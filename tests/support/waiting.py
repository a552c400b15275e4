"""Waiting with a bound, for what processes do."""

import os
import time
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")


class StillWaiting(AssertionError):
    """What a test waited for did not come within its bound."""


PATIENCE = float(os.environ.get("PYTEST_PATIENCE", 40.0))
"""Seconds: what takes longer than this is not slow, it does not come. Who runs tests that are to
fail sets less."""

LONGEST_PAUSE = 0.1
"""Seconds between two looks."""


def wait_until(condition: Callable[[], T | None], what: str, timeout: float = PATIENCE) -> T:
    """The first true value of `condition`; raises StillWaiting after `timeout` seconds.

    It looks less often as time goes by: to look takes what is looked at time of its own.
    """
    deadline = time.monotonic() + timeout
    pause = 0.01
    while not (value := condition()):
        if time.monotonic() > deadline:
            raise StillWaiting(f"{what}: not within {timeout:g} s")
        time.sleep(pause)
        pause = min(1.4 * pause, LONGEST_PAUSE)
    return value
