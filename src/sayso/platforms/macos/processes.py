"""Processes of ours on macOS: this one and its relatives.

`spawn`, `launch` and `run` execute another program at once: a process that has loaded Apple's
frameworks may do nothing else in a child. `detach` goes on in the child without executing anything,
and is for a process that has loaded none of them.
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
    """See `unix.processes.settle`. The soft limit on open files can be no more than OPEN_MAX,
    however high the hard limit is: setrlimit(2) of macOS, "COMPATIBILITY"."""
    processes.settle({resource.RLIMIT_NOFILE: numbers.OPEN_MAX})


def harden() -> None:
    """Keeps debuggers from attaching, and core files from being left. If a debugger is attached
    already, the process ends."""
    hardening.deny_attach()
    hardening.leave_no_core()


def end_with_parent() -> None:
    """Has a thread end this process when its parent exits, as the system offers nothing of the
    kind. A process that hangs in a call which holds Python's lock does not end; calls into the
    frameworks release that lock."""
    parent = os.getppid()
    try:
        queue = events.exit_of(parent)
    except ProcessLookupError:
        return
    if os.getppid() != parent:  # the parent has ended, and its pid may be another process's
        queue.close()
        return
    import threading  # here: slow to load, and short commands load this module

    threading.Thread(target=_end_after, args=(queue,), daemon=True).start()


def _end_after(queue: select.kqueue) -> None:
    select.select([queue.fileno()], [], [])
    os.kill(os.getpid(), signal.SIGKILL)


def processor_seconds(pid: int) -> float:
    """Seconds of processor time that process `pid` has used, by PROC_PIDTASKINFO."""
    from sayso.platforms.macos.native import processes as native  # for a daemon alone

    return native.processor_seconds(pid)


class _Parent:
    """A process that is not our child, and so is not ours to reap."""

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
    if os.getppid() != pid:  # the pid may be another process's by now
        held.close()
        return _Parent(pid, None)
    return _Parent(pid, held)
