"""A double of macOS on Linux: it answers the macOS platform's calls in that kernel's layouts, with
facts about real processes, sockets and files.

It lets the suites of `tests/contract` run on the macOS platform. A test gets it from `install`; the
programs that it starts get it at Python's start, through `environ`.
"""

import sys
from typing import TYPE_CHECKING, Any

assert sys.platform == "darwin" or not TYPE_CHECKING  # mypy passes over it elsewhere

import ctypes
import errno
import json
import os
import pwd
import select
import shlex
import shutil
import socket
import struct
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from types import SimpleNamespace

from support import macos_modules, macos_queue

macos_modules.can_be_loaded()

from sayso.platforms.macos.native import layouts, library, locks, numbers, sockets
from support.macos_kernel import ANSWERED, LAUNCHD, ROOT, TIMEBASE, Kernel, Played, strings

TESTS = Path(__file__).parents[1]
STARTUP = TESTS / "support" / "macos_startup"
"""The directory of the sitecustomize that Python loads at its start, if `environ` names it."""

_socket: Any = socket
"""The module without its types, for names that only Linux has."""

_TICKS = os.sysconf("SC_CLK_TCK")


class _Processes(Mapping[int, Played]):
    """The processes in /proc."""

    def __getitem__(self, pid: int) -> Played:
        try:
            return _played(pid)
        except OSError as error:
            raise KeyError(pid) from error

    def __iter__(self) -> Iterator[int]:
        return (int(each.name) for each in Path("/proc").iterdir() if each.name.isdigit())

    def values(self) -> list[Played]:  # type: ignore[override]  # some end while we look
        found = (self.get(pid) for pid in self)
        return [each for each in found if each]

    def __len__(self) -> int:
        return sum(1 for _ in self)


def _played(pid: int) -> Played:
    place = Path(f"/proc/{pid}")
    name, _, rest = (place / "stat").read_bytes().partition(b"(")[2].rpartition(b")")
    fields = rest.split()
    started = int(fields[19])
    worked = (int(fields[11]) + int(fields[12])) * 1_000_000_000 // _TICKS
    image, cwd = _link(place / "exe"), _link(place / "cwd")
    argv = (place / "cmdline").read_bytes().split(b"\0")[:-1]
    return Played(
        pid,
        int(fields[1]),
        user=place.stat().st_uid,
        started=_booted() + started * 1_000_000 // _TICKS,
        unique=pid << 32 | started & 0xFFFFFFFF,
        name=name,
        terminal=int(fields[4]) or None,
        session=int(fields[3]),
        image=image,
        cwd=cwd,
        arguments=strings(image, *argv, environ=(b"A=1",)) if image else None,
        zombie=fields[0] == b"Z",
        worked=worked * TIMEBASE[1] // TIMEBASE[0],
    )


def _link(path: Path) -> bytes | None:
    try:
        return os.fsencode(path.readlink())
    except OSError:  # another user's process, or a zombie
        return None


def _booted() -> int:
    lines = Path("/proc/stat").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("btime ")) * 1_000_000


class Live(Kernel):
    """A kernel that takes processes from Linux and carries other calls out on Linux."""

    def __init__(self) -> None:
        super().__init__(booted=_booted(), user=os.geteuid())
        self.processes = _Processes()  # type: ignore[assignment]  # nothing is put into it
        self.has_graphics = True
        self.launchd: int | None = None
        """The pid of the process that plays launchd; None: none does."""
        self.activated: int | None = None
        """The file descriptor of the socket that launchd holds for this process; None: launchd
        holds none."""
        self._libc = ctypes.CDLL(None, use_errno=True)

    def answered(self, name: str) -> None:
        """Does nothing: no test asks which calls were made."""

    def copyfile(self, old: bytes, new: bytes, state: int | None, flags: int) -> int:
        assert (state, flags) == (None, numbers.COPYFILE_METADATA)
        try:
            shutil.copystat(os.fsdecode(old), os.fsdecode(new))
        except OSError as error:
            ctypes.set_errno(error.errno or errno.EIO)
            return -1
        return 0

    def getaudit_addr(self, told: Any, size: int) -> int:
        assert size == ctypes.sizeof(layouts.AuditInfo)
        graphic = numbers.AU_SESSION_FLAG_HAS_GRAPHIC_ACCESS if self.has_graphics else 0
        told[0].ai_asid, told[0].ai_flags = 100_007, graphic | 0x2000
        return 0

    def launch_activate_socket(self, name: bytes, place: Any, count: Any) -> int:
        """Hands the socket over, once, if launchd holds one for this process."""
        if self.activated is None:
            return errno.ESRCH
        self._array = (ctypes.c_int * 1)(self.activated)
        place[0], count[0] = ctypes.addressof(self._array), 1
        self.activated = None
        return 0

    def free(self, place: int | None) -> None:
        """Does nothing: the memory is Python's."""

    def malloc_zone_pressure_relief(self, zone: int | None, goal: int) -> int:
        assert (zone, goal) == (None, 0)
        return 0

    def minherit(self, address: int, size: int, inherit: int) -> int:
        assert inherit == numbers.VM_INHERIT_NONE
        return self._done(self._libc.madvise(ctypes.c_void_p(address), ctypes.c_size_t(size), 10))

    def mlock(self, address: int, size: int) -> int:
        return self._done(self._libc.mlock(ctypes.c_void_p(address), ctypes.c_size_t(size)))

    def munlock(self, address: int, size: int) -> int:
        return self._done(self._libc.munlock(ctypes.c_void_p(address), ctypes.c_size_t(size)))

    def ptrace(self, request: int, pid: int, address: int | None, data: int) -> int:
        """Does nothing: nobody attaches to a test."""
        return 0

    def _done(self, result: int) -> int:
        return result


_CALLS = (
    "copyfile", "free", "getaudit_addr", "launch_activate_socket", "malloc_zone_pressure_relief",
    "minherit", "mlock", "munlock", "ptrace",
)  # fmt: skip


class _Library:
    def __init__(self, live: Live) -> None:
        for name in (*ANSWERED, *_CALLS):
            result, types = layouts.FUNCTIONS[name]
            kind = ctypes.CFUNCTYPE(result, *types, use_errno=True)
            setattr(self, name, kind(getattr(live, name)))


def _peer(sock: socket.socket, launchd: int | None) -> tuple[int, int]:
    """The pid and the user of who is at the other end. `launchd`: who plays it, and so is there as
    root."""
    told = sock.getsockopt(socket.SOL_SOCKET, _socket.SO_PEERCRED, 12)
    pid, user, _group = struct.unpack("iII", told)
    if not pid:
        raise OSError(errno.ENOTCONN, "nobody is there")
    return (LAUNCHD, ROOT) if pid in (LAUNCHD, launchd) else (pid, user)


def _connect(sock: socket.socket, path: str) -> None:
    """Refuses at once if the queue is full, as xnu does."""
    before = sock.gettimeout()
    sock.setblocking(False)
    try:
        sock.connect(path)
    except BlockingIOError as error:
        raise ConnectionRefusedError(errno.ECONNREFUSED, "the queue is full") from error
    finally:
        sock.settimeout(before)


def _is_locked(descriptor: int) -> bool:
    """Whether any process has locked the file, by /proc/locks, which needs no lock of one's own."""
    status = os.fstat(descriptor)
    device = f"{os.major(status.st_dev):02x}:{os.minor(status.st_dev):02x}:{status.st_ino}"
    return any(device in line.split() for line in Path("/proc/locks").read_text().splitlines())


def install(put: Callable[[object, str, object], None] = setattr) -> Live:
    """Puts the double in place of macOS. `put`: sets an attribute; pytest's undoes that after the
    test."""
    live = Live()
    double = _Library(live)
    put(library, "load", lambda: double)
    put(sockets, "peer_user", lambda sock: _peer(sock, live.launchd)[1])
    put(sockets, "peer_pid", lambda sock: _peer(sock, live.launchd)[0])
    put(sockets, "connect", _connect)
    put(locks, "is_locked", _is_locked)
    for name, value in {
        "kqueue": macos_queue.Queue,
        "kevent": macos_queue.event,
        **macos_queue.NUMBERS,
    }.items():
        put(select, name, value)
    from sayso.platforms import select as platforms
    from sayso.platforms.macos import backend

    put(platforms, "_backend", lambda: backend)
    return live


MAC = "SAYSO_MAC"
"""Environment variable that tells a program about its Mac: see `Mac`."""


class Mac:
    """A made-up Mac on which sayso runs by itself: its interpreter starts other processes on the
    double whatever their environment is. It has a home directory of its own, and no screen."""

    def __init__(self, place: Path, *, activated: int | None = None) -> None:
        self.home = place / "home"
        self.home.mkdir(exist_ok=True)
        self.python = place / ("python" if activated is None else "python-of-launchd")
        told = {"python": str(place / "python"), "home": str(self.home), "activated": activated}
        variables = {MAC: json.dumps(told), **environ()}
        exports = "".join(
            f"export {name}={shlex.quote(text)}\n" for name, text in variables.items()
        )
        # -E is dropped: with it Python would not read PYTHONPATH, and so not find the double
        start = f'[ "$1" = -E ] && shift\nexec {shlex.quote(sys.executable)} "$@"\n'
        self.python.write_text(f"#!/bin/sh\n{exports}{start}")
        self.python.chmod(0o755)


def _own(told: Mapping[str, Any]) -> None:
    """Sets up the double for a program on a `Mac`."""
    live = install()
    live.has_graphics, live.activated = False, told["activated"]
    sys.executable = told["python"]
    entry = pwd.getpwuid(os.getuid())
    ours = SimpleNamespace(pw_dir=told["home"], pw_name=entry.pw_name)
    pwd.getpwuid = lambda _: ours  # type: ignore[assignment,return-value]  # as much as is asked


def start() -> None:
    """Sets up the double in this process, when Python starts."""
    told = os.environ.pop(MAC, None)
    if told is None:
        install()
    else:
        _own(json.loads(told))


def environ() -> dict[str, str]:
    """Variables with which Python programs load the double at their start."""
    return {"PYTHONPATH": os.pathsep.join((str(STARTUP), str(TESTS)))}
