"""A double of the macOS kernel: it answers the platform's calls in bytes, laid out like the
kernel's.

The calls go through ctypes to C functions that the test plays, so that what the platform passes is
exactly what it would pass to a library.
"""

import sys
from typing import TYPE_CHECKING, Any, cast

assert sys.platform == "darwin" or not TYPE_CHECKING  # mypy passes over it elsewhere

import ctypes
import errno
import os
import socket
import struct
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from sayso.platforms.contract.channel import Channel
from sayso.platforms.macos.native import layouts, library, numbers, unlisted

if TYPE_CHECKING:
    import pytest  # programs load this as well, and have no use for it

US, OTHER, ROOT = 501, 502, 0
"""User ids: this user, somebody else, and whom launchd runs as."""
LAUNCHD = 1
"""launchd's pid."""

TIMEBASE = (125, 3)
"""Nanoseconds in a tick, as on Apple's processors: numerator and denominator."""

BOOTED = 1_700_000_000_000_000
"""When the system started, in microseconds since 1970."""


@dataclass
class Played:
    """A process that a test makes up."""

    pid: int
    parent: int = 1
    user: int = US
    started: int = BOOTED + 60_000_000
    unique: int | None = None
    """The kernel's unique number for the process; None: this system does not tell it."""
    name: bytes = b"tool"
    long_name: bytes = b""
    terminal: int | None = None
    """The number of its terminal's device; None: it has none."""
    session: int = 0
    image: bytes | None = b"/usr/local/bin/tool"
    cwd: bytes | None = b"/Users/ann"
    arguments: bytes | None = None
    """The bytes that KERN_PROCARGS2 returns; None: the call is refused."""
    zombie: bool = False
    worked: int = 0
    """Processor time, in ticks of `TIMEBASE`."""


def strings(path: bytes, *argv: bytes, environ: tuple[bytes, ...] = (), count: int = -1) -> bytes:
    """The bytes that KERN_PROCARGS2 returns: see `parse_arguments`. `count`: the number of
    arguments that they claim; -1: the right one."""
    padded = path + bytes(8 - len(path) % 8)
    told = struct.pack("=i", len(argv) if count < 0 else count) + padded
    return told + b"".join(each + b"\0" for each in (*argv, *environ))


@dataclass
class Kernel:
    """A kernel with made-up processes, and with events that happen between two of its answers."""

    processes: dict[int, Played] = field(default_factory=dict)
    booted: int = BOOTED
    user: int = US
    """The user who makes the calls."""
    meanwhile: list[tuple[str, Callable[[], object]]] = field(default_factory=list)
    """Actions by the name of a call: the first of them is done after the next call of that name."""
    calls: list[str] = field(default_factory=list)

    def add(self, *played: Played) -> None:
        self.processes |= {each.pid: replace(each) for each in played}

    def change(self, pid: int, **changes: Any) -> None:
        self.processes[pid] = replace(self.processes[pid], **changes)

    def end(self, pid: int) -> None:
        del self.processes[pid]
        for each in self.processes.values():
            if each.parent == pid:
                each.parent = 1

    def after(self, name: str, happens: Callable[[], object]) -> None:
        self.meanwhile.append((name, happens))

    def answered(self, name: str) -> None:
        self.calls.append(name)
        if self.meanwhile and self.meanwhile[0][0] == name:
            self.meanwhile.pop(0)[1]()

    # libproc

    def proc_pidinfo(self, pid: int, kind: int, argument: int, room: int, size: int) -> int:
        name, told = f"{pid}:{kind}", self._told(pid, kind)
        assert argument == 0
        if isinstance(told, bytes) and len(told) > size:
            told = errno.ENOMEM
        if isinstance(told, bytes):
            ctypes.memmove(room, told, len(told))
        self.answered(name)
        return len(told) if isinstance(told, bytes) else _failed(told, 0)

    def _told(self, pid: int, kind: int) -> bytes | int:
        """The answer in bytes, or an error number."""
        process = self.processes.get(pid)
        if process is None or process.zombie:
            return errno.ESRCH
        if kind == unlisted.PROC_PIDUNIQIDENTIFIERINFO:
            if process.unique is None:
                return errno.EINVAL
            return bytes(layouts.UniqueIdentifier(p_uniqueid=process.unique))
        if self.user not in (0, process.user):
            return errno.EPERM
        if kind == numbers.PROC_PIDTBSDINFO:
            return bytes(bsd_info(process))
        if kind == numbers.PROC_PIDTASKINFO:
            half = process.worked // 2
            return bytes(
                layouts.TaskInfo(pti_total_user=half, pti_total_system=process.worked - half)
            )
        assert kind == numbers.PROC_PIDVNODEPATHINFO
        if process.cwd is None:
            return errno.ENOENT
        directory = layouts.VnodeInfoPath(vip_path=process.cwd)
        return bytes(layouts.VnodePathInfo(pvi_cdir=directory))

    def proc_pidpath(self, pid: int, room: int, size: int) -> int:
        process = self.processes.get(pid)
        self.answered(f"{pid}:path")
        if process is None or process.image is None:
            return _failed(errno.ESRCH if process is None else errno.ENOENT, 0)
        assert size == numbers.PROC_PIDPATHINFO_MAXSIZE
        ctypes.memmove(room, process.image + b"\0", len(process.image) + 1)
        return len(process.image)

    def proc_listpids(self, kind: int, user: int, room: int, size: int) -> int:
        assert kind == numbers.PROC_UID_ONLY
        found = [each.pid for each in self.processes.values() if each.user == user]
        told = struct.pack(f"={len(found)}i", *found)[: size // 4 * 4]
        ctypes.memmove(room, told, len(told))
        self.answered("pids")
        return len(told) or _failed(errno.ESRCH, 0)

    def mach_timebase_info(self, base: Any) -> int:
        base[0].numer, base[0].denom = TIMEBASE
        return 0

    # sysctl

    def sysctl(
        self, names: Any, count: int, room: int | None, size: Any, new: object, length: int
    ) -> int:
        assert (new, length) == (None, 0)
        asked = tuple(names[:count])
        if asked == (numbers.CTL_KERN, numbers.KERN_BOOTTIME):
            told: bytes | int = bytes(timeval(self.booted))
        elif asked[:-1] == (numbers.CTL_KERN, numbers.KERN_PROC, numbers.KERN_PROC_PID):
            process = self.processes.get(asked[-1])
            told = bytes(kinfo(process)) if process else b""
        else:
            assert asked[:-1] == (numbers.CTL_KERN, numbers.KERN_PROCARGS2)
            told = self._arguments(asked[-1], size[0] if room else None)
        if isinstance(told, int):
            return _failed(told, -1)
        if room:
            ctypes.memmove(room, told, len(told))
        size[0] = len(told)
        self.answered(f"{asked[-1]}:{asked[1]}" + ("" if room else ":size"))
        return 0

    def _arguments(self, pid: int, room: int | None) -> bytes | int:
        process = self.processes.get(pid)
        if process is None or process.arguments is None or self.user not in (0, process.user):
            return errno.EINVAL
        told = process.arguments
        if room is None:
            return told
        assert room - 4 <= numbers.ARG_MAX
        # too little room: the kernel returns the count and the end of the strings
        return told if room >= len(told) else told[:4] + told[-(room - 4) :]


def _failed(number: int, result: int) -> int:
    ctypes.set_errno(number)
    return result


def timeval(time: int) -> layouts.Timeval:
    return layouts.Timeval(time // 1_000_000, time % 1_000_000)


def bsd_info(process: Played) -> layouts.BsdInfo:
    return layouts.BsdInfo(
        pbi_pid=process.pid,
        pbi_ppid=process.parent,
        pbi_uid=process.user,
        pbi_comm=process.name,
        pbi_name=process.long_name,
        e_tdev=0xFFFFFFFF if process.terminal is None else process.terminal,
        pbi_start_tvsec=process.started // 1_000_000,
        pbi_start_tvusec=process.started % 1_000_000,
    )


def kinfo(process: Played) -> layouts.KinfoProc:
    told = layouts.ExternProc(
        p_starttime=timeval(process.started),
        p_stat=bytes([numbers.SZOMB if process.zombie else 2]),
        p_pid=process.pid,
    )
    return layouts.KinfoProc(kp_proc=told)


ANSWERED = ("mach_timebase_info", "proc_listpids", "proc_pidinfo", "proc_pidpath", "sysctl")


class Library:
    """Takes the place of libSystem, as far as the double goes. To its caller each function is one
    in C."""

    def __init__(self, kernel: Kernel) -> None:
        for name in ANSWERED:
            result, types = layouts.FUNCTIONS[name]
            kind = ctypes.CFUNCTYPE(result, *types, use_errno=True)
            setattr(self, name, kind(getattr(kernel, name)))


class PeerSocket(socket.socket):
    """One end of a socket pair; the double decides who is at the other end."""

    user: int | None = US
    """The user at the other end; None: not connected. For launchd it is always root."""
    version = numbers.XUCRED_VERSION
    size = ctypes.sizeof(layouts.Xucred)
    pids: list[int] | int | None = None
    """The pid at the other end: always the same, or one for each call, of which the last stays.
    None: the other end has closed."""

    def getsockopt(self, level: int, name: int, size: int = 0) -> Any:
        assert level == numbers.SOL_LOCAL
        if name == numbers.LOCAL_PEERCRED:
            if self.user is None:
                raise OSError(errno.ENOTCONN, os.strerror(errno.ENOTCONN))
            user = self.user if self._first_pid != LAUNCHD else ROOT
            told = layouts.Xucred(self.version, user)
            return bytes(told)[: min(size, self.size)]
        assert (name, size) == (numbers.LOCAL_PEERPID, 0)
        if isinstance(self.pids, list):
            pid = self.pids[0] if len(self.pids) == 1 else self.pids.pop(0)
        else:
            pid = self.pids or 0
        if not pid:
            raise OSError(errno.ENOTCONN, os.strerror(errno.ENOTCONN))
        return pid

    @property
    def _first_pid(self) -> int:
        """The pid that is told next; 0: none is."""
        return (self.pids[0] if isinstance(self.pids, list) else self.pids) or 0


@dataclass
class _OnSocket:
    """The part of a channel that is needed to find out its peer."""

    sock: socket.socket


def channel_on(sock: socket.socket) -> Channel:
    return cast("Channel", _OnSocket(sock))


def install(monkeypatch: "pytest.MonkeyPatch") -> Kernel:
    """Puts the double in place of libSystem."""
    kernel = Kernel()
    double = Library(kernel)
    monkeypatch.setattr(library, "load", lambda: double)
    monkeypatch.setattr(os, "getsid", lambda pid: _session(kernel, pid))
    monkeypatch.setattr(os, "geteuid", lambda: kernel.user)
    return kernel


def _session(kernel: Kernel, pid: int) -> int:
    if pid not in kernel.processes:
        raise ProcessLookupError(errno.ESRCH, os.strerror(errno.ESRCH))
    return kernel.processes[pid].session
