"""Another time zone for a while, where a process may have one of its own."""

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
    """What is set, the C library learns of no sooner."""
    if hasattr(time, "tzset"):  # Windows has one zone for all
        time.tzset()
