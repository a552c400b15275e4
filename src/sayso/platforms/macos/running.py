"""A command of the person's that runs beside a process of ours, on macOS."""

import sys

assert sys.platform == "darwin"

import select
from collections.abc import Sequence
from contextlib import suppress

from sayso.platforms.macos.native import events
from sayso.platforms.unix import running


class Running(running.Running):
    """See `unix.running`."""

    def __init__(self, command: Sequence[str]) -> None:
        """Raises OSError."""
        super().__init__(command, _await_exit)

    def _signal(self, number: int) -> None:
        """Signals the command's process group. If all in it have ended and one is not waited for
        yet, the system refuses with EPERM (`killpg1` in bsd/kern/kern_sig.c of xnu)."""
        with suppress(PermissionError):
            super()._signal(number)


def _await_exit(pid: int) -> None:
    """Returns when process `pid` has ended, and leaves it to be waited for: Python has no waitid(2)
    here before 3.13."""
    try:
        queue = events.exit_of(pid)
    except ProcessLookupError:  # it is a zombie by now
        return
    select.select([queue.fileno()], [], [])
    queue.close()
