"""What is told of the time that is left."""

import pytest

from sayso.presentation.countdown import Countdown


@pytest.mark.parametrize(("seconds", "last"), [(15.1, False), (15.0, True), (0.0, True)])
def test_the_last_seconds_are_stronger(seconds: float, last: bool) -> None:
    told = Countdown().tell(seconds)
    assert told
    assert told.is_last is last


def test_only_what_is_new_is_told() -> None:
    countdown = Countdown()
    told = [countdown.tell(seconds) for seconds in (42.0, 41.9, 41.2, 41.0, 40.0)]
    assert [each and each.words for each in told] == [
        "Closes in 0:42",
        None,
        None,
        "Closes in 0:41",
        "Closes in 0:40",
    ]


@pytest.mark.parametrize(
    ("before", "seconds", "mark"),
    [
        (61.0, 60.0, 60),
        (60.0, 59.0, None),
        (30.5, 30.0, 30),
        (10.2, 9.9, 10),
        (62.0, 5.0, 10),
        (9.0, 60.0, None),
    ],
)
def test_a_mark_is_said_as_it_is_passed(before: float, seconds: float, mark: int | None) -> None:
    countdown = Countdown()
    first, then = countdown.tell(before), countdown.tell(seconds)
    assert first
    assert not first.announced
    assert then
    assert then.announced == (f"{mark} seconds left to answer" if mark else "")


def test_a_dialog_that_comes_up_late_says_no_mark() -> None:
    told = Countdown().tell(9.0)
    assert told
    assert not told.announced
