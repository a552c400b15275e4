"""Times of day, as a person reads them."""

import time

import pytest

from sayso.frontends.clock import time_of_day
from sayso.presentation.tray import words

EVENING = time.mktime((2026, 11, 22, 22, 0, 0, 0, 0, -1))


@pytest.mark.parametrize(
    ("seconds", "told"),
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
    seconds: float, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(time, "time", lambda: EVENING)
    assert time_of_day(seconds) == told


def test_the_day_is_told_in_other_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(time, "time", lambda: EVENING)
    assert time_of_day(3600, words.on_day) == "23:00"
    assert time_of_day(8 * 3600, words.on_day) == "Monday 06:00"
