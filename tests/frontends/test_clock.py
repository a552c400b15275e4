"""Times of day, as a person reads them."""

import time

import pytest

from sayso.frontends.clock import time_of_day

EVENING = time.mktime((2026, 11, 22, 22, 0, 0, 0, 0, -1))


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (0, "22:00"),
        (3600, "23:00"),
        (3599.9, "23:00"),
        (3629, "23:00"),
        (7199.9, "Monday 00:00"),
        (8 * 3600, "Monday 06:00"),
        (8 * 3600 - 0.5, "Monday 06:00"),
    ],
)
def test_to_the_nearest_minute_with_another_day(
    seconds: float, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(time, "time", lambda: EVENING)
    assert time_of_day(seconds) == words
