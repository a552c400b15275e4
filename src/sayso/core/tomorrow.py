"""How long it is until tomorrow, as a person means it who does not want to be disturbed today."""

from datetime import datetime, timedelta

MORNING = 6
"""The hour of the day at which tomorrow begins."""


def seconds_until(now: datetime) -> float:
    """Seconds from `now` until tomorrow begins. `now` is local time: without a zone, or with one
    that knows when clocks are changed."""
    morning = now.replace(hour=MORNING, minute=0, second=0, microsecond=0)
    if morning <= now:
        morning += timedelta(days=1)
    return morning.timestamp() - now.timestamp()
