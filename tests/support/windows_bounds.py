"""A time limit, kept by a thread that raises SIGINT: Windows has no alarm signal.

SIGINT interrupts Python's own sleep and an event loop. It does not interrupt a call of the system:
then the process ends, and prints where all its threads are. If that process is an xdist worker,
xdist reports the test and starts another worker.
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
"""How often SIGINT is raised, a second apart: an exception in a callback of an event loop does not
reach the test."""

_stderr = 2


def complain_to(descriptor: int) -> None:
    """Reports go to this file descriptor from now on; a test's own standard error may be
    captured."""
    global _stderr
    _stderr = descriptor


@contextlib.contextmanager
def ending_after(seconds: float) -> Iterator[None]:
    """Ends this process if the block has not ended after so many seconds, whatever it waits in. For
    code that is outside of `within`, such as the end of a fixture."""
    faulthandler.dump_traceback_later(seconds, exit=True, file=_stderr)
    try:
        yield
    finally:
        faulthandler.cancel_dump_traceback_later()


@contextlib.contextmanager
def within(seconds: float) -> Iterator[None]:
    """Raises StillWaiting in code that has not ended after so many seconds. To be used in the main
    thread."""

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
        with contextlib.suppress(RuntimeError):  # it was interrupted before the thread was started
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
