"""The person's session on Linux: its clock and its screen; and processes of ours in it."""

import sys

assert sys.platform == "linux"

import os
import re
import resource
import select
import signal
import socket
import time
from collections.abc import Mapping, MutableMapping
from contextlib import suppress

from sayso.platforms.linux import native

_LIMITS = (
    resource.RLIMIT_CPU,
    resource.RLIMIT_NOFILE,
    resource.RLIMIT_FSIZE,
    resource.RLIMIT_MEMLOCK,
    resource.RLIMIT_AS,
    resource.RLIMIT_DATA,
    resource.RLIMIT_NPROC,
)

_X11 = re.compile(r"[^/]*:\d+(\.\d+)?")
"""Of X(7). A Wayland display is the name of a socket, or its path."""
_WAYLAND = (
    "by Wayland, where it is not armed anew when it is moved, may get keys that you type elsewhere "
    "as it comes up, and counts as shown below a lock screen or on one that is dark"
)
_X11_WITHIN = (
    "by X11 within a Wayland session, where it may get keys that you type elsewhere as it comes "
    "up, and counts as shown below another window, below a lock screen or on one that is dark"
)

STOPPING: tuple[int, ...] = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)
RESTARTING: int = signal.SIGUSR1


def now() -> float:
    """Seconds since boot, counted through suspend: the clock of processes' start times, too."""
    return time.clock_gettime(time.CLOCK_BOOTTIME)


def environment(asker: Mapping[str, str]) -> dict[str, str]:
    """See `account`."""
    from sayso.platforms.linux import account  # for whoever starts a daemon, or looks where it is

    return account.environment(asker)


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


def inherited_socket() -> socket.socket:
    """The one that we got as standard input, which is empty from now on. Raises OSError."""
    sock = socket.socket(fileno=os.dup(0))
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    return sock


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


def join(environ: MutableMapping[str, str]) -> None:
    """See `manager` and `session_bus`."""
    # for a daemon alone; dialogs and keeper load this
    from sayso.platforms.linux import manager, session_bus

    manager.join(environ)
    session_bus.settle(environ)


def screen(environ: Mapping[str, str]) -> str | None:
    """The screen that this environment names: X11's (":0") before Wayland's ("wayland-0")."""
    return environ.get("DISPLAY") or environ.get("WAYLAND_DISPLAY") or None


def unguarded(screen: str, environ: Mapping[str, str]) -> str | None:
    """X11 by itself tells who has the keyboard and what covers a window; nothing else does."""
    if not _X11.fullmatch(screen):
        return _WAYLAND
    is_within = environ.get("XDG_SESSION_TYPE") == "wayland" or environ.get("WAYLAND_DISPLAY")
    return _X11_WITHIN if is_within else None
