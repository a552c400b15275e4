"""One process of any program, as the kernel shows it: libproc.h and sysctl(3).

What each call requires is in bsd/kern/proc_info.c and bsd/kern/kern_sysctl.c of xnu. For all calls
a process that has ended but was not waited for yet (a zombie) counts as gone.
"""

import sys

assert sys.platform == "darwin"

import errno
import os
import re
from typing import TYPE_CHECKING, Any, NamedTuple

from sayso.platforms.macos.native import numbers, unlisted

if TYPE_CHECKING:
    from sayso.platforms.macos.native.layouts import Layout

MICROSECONDS, NANOSECONDS = 1_000_000, 1_000_000_000
"""Microseconds and nanoseconds in a second."""

_SLACK = 4096
"""Bytes of room for a command line beyond the size that was asked for: it may grow meanwhile."""

_FIRST_ROOM = 4096
"""How many pids there is room for at first."""

_MANY = 1 << 20
"""More processes than the system ever has at a time (PID_MAX in bsd/sys/proc_internal.h of xnu is
99 999)."""

_WORD = 4
"""Bytes of the `int` that stands before the arguments: how many they are."""

_NUL = re.compile(rb"\0")


class BsdFacts(NamedTuple):
    """The facts that sayso uses of PROC_PIDTBSDINFO."""

    parent: int
    user: int
    """Effective user id."""
    start: int
    """Microseconds since 1970, by the clock as it was set when the process started."""
    name: str
    """The kernel's short name for the process: at most 31 bytes."""
    has_terminal: bool
    """The process has a controlling terminal."""


def bsd_facts(pid: int) -> BsdFacts:
    """The facts about process `pid`. Raises ProcessLookupError (gone), and PermissionError: it is
    another user's."""
    from sayso.platforms.macos.native.layouts import BsdInfo

    told = BsdInfo()
    _pid_info(pid, numbers.PROC_PIDTBSDINFO, told)
    return BsdFacts(
        parent=told.pbi_ppid,
        user=told.pbi_uid,
        start=told.pbi_start_tvsec * MICROSECONDS + told.pbi_start_tvusec,
        name=_text(told.pbi_name or told.pbi_comm),
        has_terminal=told.e_tdev != numbers.NODEV & 0xFFFFFFFF,
    )


def unique_id(pid: int) -> int:
    """A number that no other process has until the system is started anew; it stays when the
    process executes another program. For any user's process. Raises OSError; ProcessLookupError:
    gone."""
    from sayso.platforms.macos.native.layouts import UniqueIdentifier

    told = UniqueIdentifier()
    _pid_info(pid, unlisted.PROC_PIDUNIQIDENTIFIERINFO, told)
    return int(told.p_uniqueid)


def start_of_any(pid: int) -> int | None:
    """Like `BsdFacts.start`, for any user's process; None: gone, or a zombie. Raises OSError."""
    import ctypes

    from sayso.platforms.macos.native.layouts import KinfoProc

    told = KinfoProc()
    names = (numbers.CTL_KERN, numbers.KERN_PROC, numbers.KERN_PROC_PID, pid)
    size = _sysctl(names, ctypes.addressof(told), ctypes.sizeof(told))
    process = told.kp_proc
    if size < ctypes.sizeof(told) or ord(process.p_stat) == numbers.SZOMB:
        return None
    return int(process.p_starttime.tv_sec * MICROSECONDS + process.p_starttime.tv_usec)


def boot_time() -> int:
    """The time of boot, in microseconds since 1970; the kernel adjusts it when the clock is set.
    Raises OSError."""
    import ctypes

    from sayso.platforms.macos.native.layouts import Timeval

    told = Timeval()
    _sysctl((numbers.CTL_KERN, numbers.KERN_BOOTTIME), ctypes.addressof(told), ctypes.sizeof(told))
    return int(told.tv_sec * MICROSECONDS + told.tv_usec)


def processor_seconds(pid: int) -> float:
    """Seconds of processor time that the process has used. Raises OSError; ProcessLookupError:
    gone.

    The kernel counts in ticks of the processor's own counter, which need not be nanoseconds.
    """
    import ctypes

    from sayso.platforms.macos.native import library
    from sayso.platforms.macos.native.layouts import TaskInfo, Timebase

    told, base = TaskInfo(), Timebase()
    _pid_info(pid, numbers.PROC_PIDTASKINFO, told)
    library.function("mach_timebase_info")(ctypes.byref(base))
    ticks: int = told.pti_total_user + told.pti_total_system
    return float(ticks * base.numer / base.denom / NANOSECONDS)


def pids_of(user: int) -> list[int]:
    """The pids of the processes that have this effective user id. Raises OSError."""
    import ctypes

    from sayso.platforms.macos.native import library

    count = _FIRST_ROOM
    while count <= _MANY:
        room = (ctypes.c_int * count)()
        size = library.called(
            "proc_listpids", numbers.PROC_UID_ONLY, user, room, ctypes.sizeof(room), failed=0
        )
        told = size // ctypes.sizeof(ctypes.c_int)
        if told < count:
            return [pid for pid in room[:told] if pid]
        count *= 2  # there may be more
    raise OSError(errno.E2BIG, "the system tells of more processes than it can have")


def current_directory(pid: int) -> str | None:
    """The working directory of process `pid`; None: it has none that has a path. Raises
    ProcessLookupError and PermissionError."""
    from sayso.platforms.macos.native.layouts import VnodePathInfo

    told = VnodePathInfo()
    _pid_info(pid, numbers.PROC_PIDVNODEPATHINFO, told)
    return _text(told.pvi_cdir.vip_path) or None


def path(pid: int) -> str:
    """The path of the executable of process `pid`, which may be any user's. Raises OSError: the
    process is gone, or the file has no path any more."""
    import ctypes

    from sayso.platforms.macos.native import library

    room = ctypes.create_string_buffer(numbers.PROC_PIDPATHINFO_MAXSIZE)
    library.called("proc_pidpath", pid, room, len(room), failed=0)
    return _text(room.value)


def session(pid: int) -> int:
    """The pid of the leader of the process's session, which may be another user's, or have ended.
    Raises ProcessLookupError."""
    return os.getsid(pid)


def arguments(pid: int, limit: int) -> tuple[bytes, ...] | None:
    """The command line of process `pid`: no more than `limit` bytes of it, the NULs between the
    arguments included, and one byte more, so that a cut can be seen. None: it was not read whole,
    or its layout is unknown.

    The kernel returns the environment variables as well; if there is too little room, it returns
    only the end of everything, and that is environment alone. So there is room for everything, and
    it is wiped afterwards. Raises OSError: EINVAL means that the process is gone, or another
    user's.
    """
    import ctypes

    names = (numbers.CTL_KERN, numbers.KERN_PROCARGS2, pid)
    size = min(_sysctl(names, None, 0) + _SLACK, numbers.ARG_MAX + _WORD)
    room = (ctypes.c_char * size)()
    try:
        told = _sysctl(names, ctypes.addressof(room), size)
        if told >= size:
            return None
        return parse_arguments(memoryview(room).cast("B")[:told], limit)
    finally:
        ctypes.memset(room, 0, size)


def parse_arguments(told: memoryview, limit: int) -> tuple[bytes, ...] | None:
    """Takes the arguments out of what the kernel returned; see `arguments`. `told`: the number of
    arguments, the path that was executed, NULs up to a multiple of 8 bytes (`exec_extract_strings`
    in bsd/kern/kern_exec.c), the arguments and the environment, with a NUL after each."""
    count = int.from_bytes(told[:_WORD], sys.byteorder, signed=True)
    strings = told[_WORD:]
    end = _end(strings, 0)
    if end is None:
        return None
    first = -(-(end + 1) // 8) * 8
    if any(strings[end:first]):
        return None
    found: list[bytes] = []
    start, left = first, limit + 1
    while len(found) < count and left > 0:
        end = _end(strings, start)
        if end is None:
            return None
        found.append(bytes(strings[start : min(end, start + left)]))
        left -= end + 1 - start
        start = end + 1
    return tuple(found)


def _end(strings: memoryview, start: int) -> int | None:
    """The index of the next NUL, from `start` on; None: there is none. Nothing is copied."""
    found = _NUL.search(strings, start)
    return found.start() if found else None


def _pid_info(pid: int, kind: int, room: "Layout") -> None:
    """Fills `room` with facts of this `kind` about process `pid`. Raises OSError."""
    import ctypes

    from sayso.platforms.macos.native import library

    size = ctypes.sizeof(room)
    told = library.called(
        "proc_pidinfo", pid, kind, 0, ctypes.byref(room), size, failed=0
    )  # libproc.c returns 0 where the kernel refused
    if told != size:
        raise OSError(errno.EINVAL, f"the system tells {told} bytes of a process, not {size}")


def _sysctl(names: tuple[int, ...], room: int | None, size: int) -> int:
    """Has the kernel write to the address `room`, and returns how many bytes it wrote; without
    `room`, how many there are. Raises OSError."""
    import ctypes

    from sayso.platforms.macos.native import library

    told = ctypes.c_size_t(size)
    numbered: Any = (ctypes.c_int * len(names))(*names)
    library.called("sysctl", numbered, len(names), room, ctypes.byref(told), None, 0)
    return told.value


def _text(data: bytes) -> str:
    """Any bytes as text, different bytes as different text: what is no UTF-8 becomes lone
    surrogates."""
    return data.decode("utf-8", "surrogateescape")
