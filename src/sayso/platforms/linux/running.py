"""A command of the person's own beside ours, in a process group of its own."""

import sys

assert sys.platform == "linux"

import os
import signal
import threading
from collections.abc import Sequence
from contextlib import suppress
from subprocess import DEVNULL, Popen

_GRACE = 5.0
"""Seconds that it has to end once it was asked to."""


class Running:
    """Who waits for it and who ends it may be two threads."""

    def __init__(self, command: Sequence[str]) -> None:
        """Raises OSError."""
        self._process = Popen(command, stdin=DEVNULL, process_group=0)  # noqa: S603 (no shell)
        self._ended = threading.Event()
        self._reaping = threading.Lock()
        """Its group's number is no other's before that."""

    def wait(self) -> bool:
        os.waitid(os.P_PID, self._process.pid, os.WEXITED | os.WNOWAIT)
        self._ended.set()
        with self._reaping:
            return self._process.wait() == 0

    def end(self) -> None:
        with self._reaping:
            if self._process.returncode is None:
                self._signal(signal.SIGTERM)
                self._ended.wait(_GRACE)
                self._signal(signal.SIGKILL)

    def _signal(self, number: signal.Signals) -> None:
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid, number)
