"""What a dialog says of the time that is left."""

from __future__ import annotations

from math import inf

from sayso.presentation import catalogue
from sayso.values import Value

LAST = 15.0
"""Seconds: the last ones are shown stronger."""

_MARKS = (10, 30, 60)
"""Seconds left; as each is passed, assistive technology says so."""


class TimeLeft(Value):
    words: str
    is_last: bool
    """Whether it is shown stronger."""
    announced: str
    """What assistive technology is to say now; empty: nothing."""


class Countdown:
    """The time that is left in one dialog."""

    def __init__(self) -> None:
        self._seconds = inf
        self._words = ""

    def tell(self, seconds: float) -> TimeLeft | None:
        """What is new, with so many seconds left; None: what was said last still holds."""
        words = catalogue.closes_in(seconds)
        if words == self._words:
            return None
        passed = [mark for mark in _MARKS if seconds <= mark < self._seconds < inf]
        self._words, self._seconds = words, seconds
        announced = catalogue.announced_time_left(passed[0]) if passed else ""
        return TimeLeft(words, seconds <= LAST, announced)
