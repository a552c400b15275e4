"""A command of the person's own beside ours, in a process group of its own."""

import sys

assert sys.platform != "win32"

import os
import signal
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from subprocess import DEVNULL, Popen

_GRACE = 5.0
"""Seconds that it has to end once it was asked to."""

_GUARD = f"""
trap '' HUP INT TERM
read -r group || exit
read -r nothing
kill -s TERM -- "-$group"
looks={10 * _GRACE:.0f}
while [ "$looks" -gt 0 ] && kill -s 0 -- "-$group"; do
    looks=$((looks - 1))
    sleep 0.1
done
kill -s KILL -- "-$group"
"""
"""A shell's: its input names the group, and ends when the process does that holds it open."""


class Running:
    """Who waits for it and who ends it may be two threads.

    A guard beside it ends its group when this process can't any more: by SIGKILL, say.
    PR_SET_PDEATHSIG (prctl(2)) would reach the command alone, nothing that it has started, and
    when the thread that started it ends.
    """

    def __init__(self, command: Sequence[str], await_exit: Callable[[int], None]) -> None:
        """`await_exit` returns once a child of ours with this pid has ended, and leaves it to be
        waited for. Raises OSError."""
        self._await_exit = await_exit
        heard, self._told = os.pipe()
        try:
            self._guard = Popen(  # noqa: S603 (its words are our own)
                ["/bin/sh", "-c", _GUARD],
                stdin=heard,
                stdout=DEVNULL,
                stderr=DEVNULL,
                process_group=0,
            )
        except OSError:
            os.close(self._told)
            raise
        finally:
            os.close(heard)
        self._ended = threading.Event()
        self._reaping = threading.Lock()
        """Its group's number is no other's before that."""
        try:
            self._process = Popen(command, stdin=DEVNULL, process_group=0)  # noqa: S603 (no shell)
        except OSError:
            self._dismiss_guard()
            raise
        with suppress(BrokenPipeError):  # somebody ended the guard
            os.write(self._told, b"%d\n" % self._process.pid)

    def wait(self) -> bool:
        self._await_exit(self._process.pid)
        self._ended.set()
        with self._reaping:
            self._dismiss_guard()
            return self._process.wait() == 0

    def end(self) -> None:
        with self._reaping:
            if self._process.returncode is None:
                self._signal(signal.SIGTERM)
                self._ended.wait(_GRACE)
                self._signal(signal.SIGKILL)

    def _signal(self, number: int) -> None:
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid, number)

    def _dismiss_guard(self) -> None:
        self._guard.kill()
        self._guard.wait()
        os.close(self._told)
