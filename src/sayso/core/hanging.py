"""How a keeper decides that its daemon hangs: somebody waits, and the daemon does not answer that
it is there."""

LOOK_EVERY = 1.0
"""Seconds between two looks at the daemon. A caller may wait as long before the daemon is asked."""

STILL_LOOKS = 3
"""Looks in a row after which a daemon hangs that has used no processor time since it was asked."""

BUSY_LOOKS = 20
"""Looks in a row after which a daemon hangs that does use processor time: it may be loading, or
starve beside other programs."""

_LATE = 2 * LOOK_EVERY
"""Seconds since the last look after which we ourselves cannot have been running."""


class Doubt:
    """The suspicion that the daemon hangs. It begins when the daemon is asked whether it is there;
    the daemon's answer ends it."""

    def __init__(self, now: float, worked: float) -> None:
        """`worked`: seconds of processor time that the daemon has used so far."""
        self._looked = now
        self._worked = worked
        self._still = self._silent = 0

    def look(self, now: float, worked: float) -> bool:
        """Whether the daemon hangs. To be called every LOOK_EVERY seconds. `worked`: seconds of
        processor time that the daemon has used so far."""
        if now - self._looked > _LATE:
            # The machine, or we, stood still, and so perhaps did the daemon: its time begins anew.
            self._still = self._silent = 0
        else:
            self._silent += 1
            self._still = self._still + 1 if worked == self._worked else 0
        self._looked, self._worked = now, worked
        return self._still >= STILL_LOOKS or self._silent >= BUSY_LOOKS
