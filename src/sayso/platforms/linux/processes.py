"""Processes of ours on Linux: this one and its relatives."""

from __future__ import annotations

import sys

assert sys.platform == "linux"

import os
import resource
import select
import signal
import socket
import time
from contextlib import suppress

from sayso.platforms.contract.processes import ChildProcess
from sayso.platforms.linux import channel, native
from sayso.platforms.linux.channel import SocketChannel

TYPE_CHECKING = False  # as in typing, which takes long to load
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Any

_LIMITS = (
    resource.RLIMIT_CPU,
    resource.RLIMIT_NOFILE,
    resource.RLIMIT_FSIZE,
    resource.RLIMIT_MEMLOCK,
    resource.RLIMIT_AS,
    resource.RLIMIT_DATA,
    resource.RLIMIT_NPROC,
)

RESTARTING = signal.SIGUSR1
"""Asks a daemon to make way for a successor."""
_STOPPING = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)


def spawn(command: Sequence[str], handover: Mapping[str, Any] | None = None) -> ChildProcess:
    """It inherits the descriptors that the handover names, under the same numbers."""
    import subprocess  # few start processes, and it takes long to load

    ours, theirs = channel.pair()
    with theirs:
        try:
            process = subprocess.Popen(  # noqa: S603 (our own command, no shell)
                command,
                stdin=theirs.fileno(),
                stdout=subprocess.DEVNULL,
                cwd="/",
                pass_fds=tuple(handover["descriptors"].values()) if handover else (),
                start_new_session=True,
            )
        except OSError:
            ours.close()
            raise
    return ChildProcess(ours, process)


def detach() -> None:
    """By fork(2) once more: whoever ends all that descends from a program finds no way here."""
    if os.fork():
        os._exit(0)
    os.setsid()


def settle() -> None:
    """Blocked signals are heard again; soft limits (setrlimit(2)) are raised to the hard ones; what
    we write is nobody else's to read, and ours to read."""
    os.umask(0o077)
    signal.pthread_sigmask(signal.SIG_SETMASK, [])
    for limit in _LIMITS:
        _, hard = resource.getrlimit(limit)
        resource.setrlimit(limit, (hard, hard))


def on_end(stop: Callable[[], None], restart: Callable[[], None]) -> None:
    """By signals; on the running loop."""
    import asyncio  # whoever has a loop has loaded it

    loop = asyncio.get_running_loop()
    for number in _STOPPING:
        loop.add_signal_handler(number, stop)
    loop.add_signal_handler(RESTARTING, restart)


def ignore_interrupts() -> None:
    """SIGTERM is as it was before Python came."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)


def descriptors() -> int:
    """The soft limit of setrlimit(2)."""
    return resource.getrlimit(resource.RLIMIT_NOFILE)[0]


def harden() -> None:
    """Nobody but root looks into this process from now on, and it leaves no core file.

    prctl(2), PR_SET_DUMPABLE: no process of the same user may trace it, read its memory or take
    its descriptors; it holds until the next exec.
    """
    native.set_undumpable()
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def end_with_parent() -> None:
    """prctl(2), PR_SET_PDEATHSIG."""
    native.end_with_parent()


def inherited_channel() -> SocketChannel:
    """The one that we got as standard input, which is empty from now on. Raises OSError."""
    sock = socket.socket(fileno=os.dup(0))
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    return SocketChannel(sock)


def worked(pid: int) -> float:
    """By the clock that clock_getcpuclockid(3) names for it."""
    return time.clock_gettime(~pid << 3 | 2)


class _Parent:
    """A process that is no child of ours, and so is not ours to reap."""

    def __init__(self, pid: int, descriptor: int | None) -> None:
        self.pid = pid
        self._descriptor = descriptor

    def kill(self) -> None:
        if self._descriptor is not None:
            with suppress(ProcessLookupError):
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
