"""A process that is held as well as macOS allows: no signal of ours is meant for its pid's next
owner.

There are no descriptors of processes. A kqueue tells of the exit of the very process that had the
pid as it was asked, and a pid is used again only after that. So a signal is sent where it has told
nothing yet, and the process still has the stamp that it had. Between that look and the signal
remains a moment in which the process could end, be waited for, and its pid be another's.
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
    """One process."""

    def __init__(self, pid: int) -> None:
        """Raises ProcessLookupError: gone, a zombie, or another user's. Raises OSError."""
        self.pid = pid
        self._queue = events.exit_of(pid)
        try:
            self._stamp = process_facts.stamp(pid)
        except Unseen as error:
            self._queue.close()
            raise ProcessLookupError(errno.ESRCH, str(error)) from error

    def has_ended(self, within: float | None = 0.0) -> bool:
        """By then, in seconds; None: however long it takes."""
        return bool(select.select([self._queue.fileno()], [], [], within)[0])

    def send(self, number: int) -> None:
        """Without effect once it has ended, or is another user's by now."""
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
