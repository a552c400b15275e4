"""A bound in time, kept by a thread that raises SIGINT: Windows has no alarm.

That wakes what waits in Python's own sleep and in an event loop. What waits in a function of the
system hears nothing, so that the process ends, and says where all of its threads stood. Of a
worker of xdist, that names the test as well, and another one goes on.
"""

import sys

assert sys.platform == "win32"

import contextlib
import faulthandler
import os
import signal
import threading
from collections.abc import Iterator

from support.waiting import StillWaiting

CALLS = 5
"""Times that the test is called, a second apart: what is raised in one of a loop's callbacks goes
no further."""

_stderr = 2


def complain_to(descriptor: int) -> None:
    """From now on; a test's own standard error may be captured."""
    global _stderr
    _stderr = descriptor


@contextlib.contextmanager
def ending_after(seconds: float) -> Iterator[None]:
    """Ends this process where what is done has not ended by then, whatever it waits in. For what no
    `within` is about: a fixture's end, say, that waits for ever."""
    faulthandler.dump_traceback_later(seconds, exit=True, file=_stderr)
    try:
        yield
    finally:
        faulthandler.cancel_dump_traceback_later()


@contextlib.contextmanager
def within(seconds: float) -> Iterator[None]:
    """Raises StillWaiting into what has not ended by then. Of the main thread."""

    def too_late(*_: object) -> None:
        raise StillWaiting(f"the test still waits after {seconds:g} s")

    over = threading.Event()
    before = signal.signal(signal.SIGINT, too_late)
    thread = threading.Thread(target=_watch, args=(over, seconds), daemon=True)
    try:
        thread.start()
        yield
    finally:
        over.set()
        with contextlib.suppress(RuntimeError):  # it was called before it was begun
            thread.join()
        signal.signal(signal.SIGINT, before)


def _watch(over: threading.Event, seconds: float) -> None:
    if over.wait(seconds):
        return
    for _ in range(CALLS):
        signal.raise_signal(signal.SIGINT)
        if over.wait(1):
            return
    os.write(_stderr, b"\nA test waits, and can't be interrupted: its process ends here.\n")
    faulthandler.dump_traceback(_stderr)
    os._exit(3)
