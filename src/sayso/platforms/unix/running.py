"""Runs a foreign command beside this process, in a process group of its own."""

import sys

assert sys.platform != "win32"

import os
import signal
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from subprocess import DEVNULL, Popen

_GRACE = 5.0
"""Seconds for the command to end after SIGTERM; then it is killed."""

_GUARD = f"""
trap '' HUP INT TERM
read -r nothing
kill -s TERM 0
sleep {_GRACE:.0f}
kill -s KILL 0
"""
"""The guard's shell script. When this process ends, the script's input ends, and then it ends all
of its process group, last itself."""


class Running:
    """A command that runs. One thread may wait for it while another one ends it.

    A guard, another process, ends the command if this process can't do so any more, because it was
    killed, say. It leads the command's group, so it need not be told of the command: this process
    may be killed before it could tell. PR_SET_PDEATHSIG (prctl(2)) would not do: its signal reaches
    the command but nothing that it has started, and is sent when the thread ends that started the
    command.
    """

    def __init__(self, command: Sequence[str], await_exit: Callable[[int], None]) -> None:
        """Starts the command. `await_exit` returns once our child with this pid has ended, but does
        not reap it. Raises OSError."""
        self._await_exit = await_exit
        heard, self._held = os.pipe()
        try:
            self._guard = Popen(  # noqa: S603 (its words are our own)
                ["/bin/sh", "-c", _GUARD],
                stdin=heard,
                stdout=DEVNULL,
                stderr=DEVNULL,
                process_group=0,
            )
        except OSError:
            os.close(self._held)
            raise
        finally:
            os.close(heard)
        self._ended = threading.Event()
        self._reaping = threading.Lock()
        """Held while the guard is reaped or its group signalled: until it is reaped, no other group
        can get the number."""
        try:
            self._process = Popen(  # noqa: S603 (no shell)
                command, stdin=DEVNULL, process_group=self._guard.pid
            )
        except OSError:
            self._dismiss_guard()
            raise

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
            os.killpg(self._guard.pid, number)

    def _dismiss_guard(self) -> None:
        self._guard.kill()
        self._guard.wait()
        os.close(self._held)
