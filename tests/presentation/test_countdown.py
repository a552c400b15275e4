"""What is told of the time that is left."""

from math import inf

import pytest

from sayso.presentation import countdown


@pytest.mark.parametrize(("seconds", "last"), [(15.1, False), (15.0, True), (0.0, True)])
def test_the_last_seconds_are_stronger(seconds: float, last: bool) -> None:
    assert countdown.is_last(seconds) is last


@pytest.mark.parametrize(
    ("before", "seconds", "mark"),
    [
        (61.0, 60.0, 60),
        (60.0, 59.0, None),
        (30.5, 30.0, 30),
        (10.2, 9.9, 10),
        (62.0, 5.0, 10),
        (inf, 9.0, None),
        (9.0, 60.0, None),
    ],
)
def test_a_mark_is_said_as_it_is_passed(before: float, seconds: float, mark: int | None) -> None:
    assert countdown.mark(before, seconds) == mark
