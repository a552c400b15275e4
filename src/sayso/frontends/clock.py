"""Times of day, as a person reads them."""

from __future__ import annotations

import calendar
import time

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from collections.abc import Callable


def in_english(weekday: int, time_of_day: str) -> str:
    """The day's name, then the time. `weekday`: 0 is Monday."""
    return f"{calendar.day_name[weekday]} {time_of_day}"


def time_of_day(seconds: float, on_day: Callable[[int, str], str] = in_english) -> str:
    """The time of day `seconds` from now; if that is not today, `on_day` adds the day.

    Rounded to the nearest minute: the system's clock is adjusted now and then, so what was to end
    at six may by now end a little before.
    """
    now = time.time()
    then = time.localtime(60 * round((now + seconds) / 60))
    told = time.strftime("%H:%M", then)
    return told if then[:3] == time.localtime(now)[:3] else on_day(then.tm_wday, told)
