"""A time limit, kept by a signal: it interrupts whatever the test waits in."""

import contextlib
import signal
from collections.abc import Iterator

from support.waiting import StillWaiting


@contextlib.contextmanager
def within(seconds: float) -> Iterator[None]:
    """Raises StillWaiting in code that has not ended after so many seconds."""

    def too_late(*_: object) -> None:
        raise StillWaiting(f"the test still waits after {seconds:g} s")

    before = signal.signal(signal.SIGALRM, too_late)
    # Again each second, since an exception in a callback of an event loop does not reach the test.
    signal.setitimer(signal.ITIMER_REAL, seconds, 1)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
