"""Times of day, as a person reads them."""

import time


def time_of_day(seconds: float) -> str:
    """The one so many seconds from now, with the day where that is not today."""
    now = time.time()
    then = time.localtime(now + seconds)
    is_today = then[:3] == time.localtime(now)[:3]
    return time.strftime("%H:%M" if is_today else "%A %H:%M", then)
