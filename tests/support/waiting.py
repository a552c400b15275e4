"""Waiting, with a time limit, for what other processes do."""

import os
import time
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")


class StillWaiting(AssertionError):
    """What a test waited for did not come within its bound."""


PATIENCE = float(os.environ.get("PYTEST_PATIENCE", 40.0))
"""Seconds after which a test gives up: what takes longer is not slow, it does not come. Set
PYTEST_PATIENCE lower to run tests that are meant to fail."""

LONGEST_PAUSE = 0.1
"""Longest pause between two checks, in seconds."""


def wait_until(condition: Callable[[], T | None], what: str, timeout: float = PATIENCE) -> T:
    """Calls `condition` until its value is true, and returns that value. Raises StillWaiting after
    `timeout` seconds.

    The checks become rarer as time goes by, since a check slows down the process that it looks at.
    """
    deadline = time.monotonic() + timeout
    pause = 0.01
    while not (value := condition()):
        if time.monotonic() > deadline:
            raise StillWaiting(f"{what}: not within {timeout:g} s")
        time.sleep(pause)
        pause = min(1.4 * pause, LONGEST_PAUSE)
    return value
