"""A handle on a process, as good as macOS allows: our signals are not to reach a later process that
has the same pid.

macOS has no file descriptors for processes. A kqueue reports the exit of the very process that had
the pid when it was set up, and the pid is used again only after that exit. So a signal is sent only
while the kqueue has reported nothing and the process still has the stamp that it had. Between this
check and the signal there remains a moment in which the process could end, be waited for, and its
pid go to another process.
"""

from __future__ import annotations

import sys

assert sys.platform == "darwin"

import errno
import os
import select
from contextlib import suppress

from sayso.platforms.macos import process_facts
from sayso.platforms.macos.native import events
from sayso.platforms.macos.process_facts import Unseen


class Held:
    """A handle on one process."""

    def __init__(self, pid: int) -> None:
        """Raises ProcessLookupError: the process is gone, a zombie, or another user's. Raises
        OSError."""
        self.pid = pid
        self._queue = events.exit_of(pid)
        try:
            self._stamp = process_facts.stamp(pid)
        except Unseen as error:
            self._queue.close()
            raise ProcessLookupError(errno.ESRCH, str(error)) from error

    def has_ended(self, within: float | None = 0.0) -> bool:
        """Whether the process ends within `within` seconds; None: waits for as long as it takes."""
        return bool(select.select([self._queue.fileno()], [], [], within)[0])

    def send(self, number: int) -> None:
        """Sends a signal; without effect once the process has ended, or belongs to another user."""
        if not self.has_ended() and self._is_there():
            with suppress(ProcessLookupError, PermissionError):
                os.kill(self.pid, number)

    def _is_there(self) -> bool:
        try:
            return process_facts.stamp(self.pid) == self._stamp
        except Unseen:
            return False

    def close(self) -> None:
        self._queue.close()
