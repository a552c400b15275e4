"""A bound in time, kept by a signal: it comes through whatever the test waits in."""

import contextlib
import signal
from collections.abc import Iterator

from support.waiting import StillWaiting


@contextlib.contextmanager
def within(seconds: float) -> Iterator[None]:
    """Raises StillWaiting into what has not ended by then."""

    def too_late(*_: object) -> None:
        raise StillWaiting(f"the test still waits after {seconds:g} s")

    before = signal.signal(signal.SIGALRM, too_late)
    # Again each second: what is raised in one of a loop's callbacks goes no further.
    signal.setitimer(signal.ITIMER_REAL, seconds, 1)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
