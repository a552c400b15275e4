"""When a daemon hangs, as its keeper sees it: somebody waits, and it does not say it is there."""

LOOK_EVERY = 1.0
"""Seconds between two looks; so long a caller may wait before the daemon is asked."""

STILL_LOOKS = 3
"""In a row, by which a daemon hangs that has done nothing at all since it was asked."""

BUSY_LOOKS = 20
"""The same for one that works: it may be loading, or starve beside other programs."""

_LATE = 2 * LOOK_EVERY
"""Seconds after the last look, by which we ourselves did not run."""


class Doubt:
    """Begins when the daemon is asked whether it is there; its answer ends it."""

    def __init__(self, now: float, worked: float) -> None:
        """`worked`: seconds of processor time that the daemon has used so far."""
        self._looked = now
        self._worked = worked
        self._still = self._silent = 0

    def look(self, now: float, worked: float) -> bool:
        """Whether it hangs. To be called every LOOK_EVERY seconds."""
        if now - self._looked > _LATE:
            # The machine, or we, stood still, and so perhaps did the daemon: its time begins anew.
            self._still = self._silent = 0
        else:
            self._silent += 1
            self._still = self._still + 1 if worked == self._worked else 0
        self._looked, self._worked = now, worked
        return self._still >= STILL_LOOKS or self._silent >= BUSY_LOOKS
