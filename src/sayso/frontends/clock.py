"""Times of day, as a person reads them."""

from __future__ import annotations

import calendar
import time

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from collections.abc import Callable


def in_english(weekday: int, time_of_day: str) -> str:
    """`weekday`: from Monday on, which is 0."""
    return f"{calendar.day_name[weekday]} {time_of_day}"


def time_of_day(seconds: float, on_day: Callable[[int, str], str] = in_english) -> str:
    """The one so many seconds from now; where that is not today, `on_day` adds the day.

    To the nearest minute: the clock on the wall is set now and then, and what was to end at six
    may by now end a little before.
    """
    now = time.time()
    then = time.localtime(60 * round((now + seconds) / 60))
    told = time.strftime("%H:%M", then)
    return told if then[:3] == time.localtime(now)[:3] else on_day(then.tm_wday, told)
