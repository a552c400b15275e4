"""A command of the person's that runs beside ours, in a job of its own."""

import sys

assert sys.platform == "win32"

import threading
from collections.abc import Sequence
from contextlib import suppress
from subprocess import CREATE_NEW_PROCESS_GROUP, DEVNULL, Popen, TimeoutExpired

from sayso.platforms.windows.native import handles, jobs

_GRACE = 5.0
"""Seconds that the command has to end after it was asked to."""


class Running:
    """A command that runs. One thread may wait for it while another ends it.

    The system ends the command's job, and with it all that the command has started, once the last
    handle of the job is closed: that is, when this process ends, in whatever way.
    """

    def __init__(self, command: Sequence[str]) -> None:
        """Raises OSError."""
        self._job = jobs.create()
        try:
            self._process = self._start(command)
        except BaseException:
            handles.close(self._job)
            raise
        self._ending = threading.Lock()

    def _start(self, command: Sequence[str]) -> Popen[bytes]:
        try:
            process = Popen(  # noqa: S603 (no shell)
                command, stdin=DEVNULL, creationflags=CREATE_NEW_PROCESS_GROUP | jobs.SUSPENDED
            )
        except OSError as error:  # the system does not say which file the error is about
            raise type(error)(error.errno, error.strerror, command[0]) from error
        try:
            jobs.take_in(self._job, process.pid)
        except BaseException:
            process.kill()  # it has not begun to run
            process.wait()
            raise
        return process

    def wait(self) -> bool:
        status = self._process.wait()
        with self._ending:
            self._close()
        return status == 0

    def end(self) -> None:
        """Asks the command to end, as Ctrl-Break would (GenerateConsoleCtrlEvent), if it has a
        console; after _GRACE seconds it is ended by force."""
        with self._ending:
            if self._process.poll() is None:
                with suppress(OSError):
                    jobs.interrupt(self._process.pid)
                with suppress(TimeoutExpired):
                    self._process.wait(_GRACE)
            self._close()

    def _close(self) -> None:
        if self._job:
            jobs.end(self._job)
            handles.close(self._job)
            self._job = 0
