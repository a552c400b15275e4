"""Processes of ours on macOS: this one and its relatives.

`spawn`, `launch` and `run` execute another program at once, which is all that Apple's frameworks
allow a child of a process that has loaded them. `detach` goes on in the child, and is for a process
that has loaded none.
"""

from __future__ import annotations

import sys

assert sys.platform == "darwin"

import os
import resource
import select
import signal

from sayso.platforms.macos.native import events, hardening, numbers
from sayso.platforms.unix import processes

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from collections.abc import Sequence

    from sayso.platforms.macos.held import Held
    from sayso.platforms.macos.running import Running

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
    from sayso.platforms.macos import running  # few run commands, and it takes long to load

    return running.Running(command)


def settle() -> None:
    """See `unix.processes.settle`. Of open files no more than OPEN_MAX can be asked for, however
    many are allowed: setrlimit(2) of macOS, "COMPATIBILITY"."""
    processes.settle({resource.RLIMIT_NOFILE: numbers.OPEN_MAX})


def harden() -> None:
    """No debugger attaches, and no core file is left. Where a debugger is attached already, this
    ends the process."""
    hardening.deny_attach()
    hardening.leave_no_core()


def end_with_parent() -> None:
    """By a thread that waits for its exit, as the system has nothing of the kind. A process that
    hangs in a call which keeps Python's lock does not end; those of the frameworks let go of it."""
    parent = os.getppid()
    try:
        queue = events.exit_of(parent)
    except ProcessLookupError:
        return
    if os.getppid() != parent:  # it has ended by now, and the pid may be another's
        queue.close()
        return
    import threading  # which takes long to load, for the short commands that load this module

    threading.Thread(target=_end_after, args=(queue,), daemon=True).start()


def _end_after(queue: select.kqueue) -> None:
    select.select([queue.fileno()], [], [])
    os.kill(os.getpid(), signal.SIGKILL)


def worked(pid: int) -> float:
    """By PROC_PIDTASKINFO."""
    from sayso.platforms.macos.native import processes as native  # for a daemon alone

    return native.worked(pid)


class _Parent:
    """A process that is no child of ours, and so is not ours to reap."""

    def __init__(self, pid: int, held: Held | None) -> None:
        self.pid = pid
        self._held = held

    def kill(self) -> None:
        if self._held is not None:
            self._held.send(signal.SIGKILL)

    def wait(self) -> None:
        if self._held is not None:
            self._held.has_ended(None)
            self._held.close()
            self._held = None


def parent(pid: int) -> _Parent:
    """The process that started us, which had this pid; it may have ended by now."""
    from sayso.platforms.macos.held import Held  # for a successor alone

    try:
        held = Held(pid)
    except ProcessLookupError:
        return _Parent(pid, None)
    if os.getppid() != pid:  # the pid may be another's by now
        held.close()
        return _Parent(pid, None)
    return _Parent(pid, held)
