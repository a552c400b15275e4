"""Processes of ours on Linux: this one and its relatives."""

from __future__ import annotations

import sys

assert sys.platform == "linux"

import os
import select
import time
from contextlib import suppress

from sayso.platforms.linux import native
from sayso.platforms.unix import processes

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from collections.abc import Sequence

    from sayso.platforms.unix.running import Running

spawn = processes.spawn
launch = processes.launch
announce = processes.announce
detach = processes.detach
on_end = processes.on_end
send_errors_to = processes.send_errors_to
ignore_interrupts = processes.ignore_interrupts
output = processes.output
rewriter = processes.rewriter
end_by_interrupts = processes.end_by_interrupts
end_as_interrupted = processes.end_as_interrupted
most_open = processes.most_open
inherited_channel = processes.inherited_channel


def run(command: Sequence[str]) -> Running:
    """See the contract."""
    from sayso.platforms.unix import running  # few processes run commands, and it is slow to load

    return running.Running(command, _await_exit)


def _await_exit(pid: int) -> None:
    os.waitid(os.P_PID, pid, os.WEXITED | os.WNOWAIT)


def settle() -> None:
    """See `unix.processes.settle`."""
    processes.settle()


def harden() -> None:
    """Lets nobody but root look into this process from now on, and leaves no core file.

    prctl(2), PR_SET_DUMPABLE: no process of the same user may trace it, read its memory or take its
    descriptors; this holds until the next exec.
    """
    import resource  # no short command is hardened

    native.set_undumpable()
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def end_with_parent() -> None:
    """Has the kernel end this process with its parent: prctl(2), PR_SET_PDEATHSIG."""
    native.end_with_parent()


def processor_seconds(pid: int) -> float:
    """Seconds of processor time that the process has used, by the clock of
    clock_getcpuclockid(3)."""
    return time.clock_gettime(~pid << 3 | 2)


class _Parent:
    """The process that started us. It is not our child, and so not ours to reap."""

    def __init__(self, pid: int, descriptor: int | None) -> None:
        self.pid = pid
        self._descriptor = descriptor

    def kill(self) -> None:
        if self._descriptor is not None:
            with suppress(ProcessLookupError):
                import signal  # no short command kills its parent

                signal.pidfd_send_signal(self._descriptor, signal.SIGKILL)

    def wait(self) -> None:
        if self._descriptor is not None:
            select.select([self._descriptor], [], [])
            os.close(self._descriptor)
            self._descriptor = None


def parent(pid: int) -> _Parent:
    """The process that started us, which had this pid; it may have ended by now."""
    try:
        descriptor = native.open_pidfd(pid)
    except ProcessLookupError:
        return _Parent(pid, None)
    if os.getppid() != pid:  # the pid may be another's by now
        os.close(descriptor)
        return _Parent(pid, None)
    return _Parent(pid, descriptor)
