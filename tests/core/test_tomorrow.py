"""When tomorrow begins, for who does not want to be disturbed today."""

import sys
from collections.abc import Iterator
from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from sayso.core.settings import DO_NOT_DISTURB
from sayso.core.tomorrow import seconds_until
from support.time_zone import time_zone

HOUR = 3600
BERLIN = ZoneInfo("Europe/Berlin")
"""Its clocks are changed in the nights to 2026-03-29 and 2026-10-25."""

MOMENTS = [
    (datetime(2026, 6, 1, 18, 0), 12 * HOUR),
    (datetime(2026, 6, 1, 0, 0), 6 * HOUR),
    (datetime(2026, 6, 1, 5, 59, 59), 1),
    (datetime(2026, 6, 1, 6, 0), 24 * HOUR),
    (datetime(2026, 6, 1, 6, 0, 1), 24 * HOUR - 1),
    (datetime(2026, 12, 31, 23, 0), 7 * HOUR),
    (datetime(2026, 3, 28, 18, 0), 11 * HOUR),
    (datetime(2026, 3, 29, 1, 30), 3.5 * HOUR),
    (datetime(2026, 10, 24, 18, 0), 13 * HOUR),
    (datetime(2026, 10, 25, 2, 30), 4.5 * HOUR),
    (datetime(2026, 10, 25, 2, 30, fold=1), 3.5 * HOUR),
]
"""What the clock shows, and the seconds until tomorrow."""


@pytest.fixture
def in_berlin() -> Iterator[None]:
    if sys.platform == "win32":
        pytest.skip("no process has a zone of its own there")
    else:
        with time_zone("Europe/Berlin"):
            yield


@pytest.mark.parametrize(("now", "seconds"), MOMENTS, ids=str)
def test_it_begins_at_six(now: datetime, seconds: float) -> None:
    assert seconds_until(now.replace(tzinfo=BERLIN)) == seconds


@pytest.mark.parametrize(("now", "seconds"), MOMENTS, ids=str)
def test_without_a_zone_it_is_the_systems(now: datetime, seconds: float, in_berlin: None) -> None:
    assert seconds_until(now) == seconds


def test_it_is_never_longer_than_anybody_may_be_undisturbed() -> None:
    for hour in range(24):
        now = datetime(2026, 10, 24, hour, 30, tzinfo=BERLIN)
        assert 0 < seconds_until(now) < DO_NOT_DISTURB.high
