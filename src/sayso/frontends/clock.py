"""Times of day, as a person reads them."""

import time


def time_of_day(seconds: float) -> str:
    """The one so many seconds from now, with the day where that is not today.

    To the nearest minute: the clock on the wall is set now and then, and what was to end at six
    may by now end a little before.
    """
    now = time.time()
    then = time.localtime(60 * round((now + seconds) / 60))
    is_today = then[:3] == time.localtime(now)[:3]
    return time.strftime("%H:%M" if is_today else "%A %H:%M", then)
