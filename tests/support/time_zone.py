"""Another time zone for a while, on systems where a process can have one of its own."""

import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest


@contextmanager
def time_zone(name: str) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TZ", name)
        _take_over()
        yield
    _take_over()


def _take_over() -> None:
    """Makes the C library read TZ again."""
    if hasattr(time, "tzset"):  # Windows has one zone for all processes
        time.tzset()
