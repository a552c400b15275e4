"""One process of any program, as the kernel shows it: libproc.h and sysctl(3).

What each call wants is in bsd/kern/proc_info.c and bsd/kern/kern_sysctl.c of xnu. A process that
has ended but was not waited for yet (a zombie) is gone to all of them.
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
"""In a second."""

_SLACK = 4096
"""Bytes of room for a command line beyond what was told to be enough: it may change meanwhile."""

_MANY = 1 << 20
"""Processes: more than the system ever has at a time (PID_MAX in bsd/sys/proc_internal.h of xnu is
99 999)."""

_WORD = 4
"""Bytes of an `int`: the count of arguments stands before them."""

_NUL = re.compile(rb"\0")


class BsdFacts(NamedTuple):
    """What sayso reads of PROC_PIDTBSDINFO."""

    parent: int
    user: int
    """Effective user id."""
    start: int
    """Microseconds since 1970, by the clock as it was set then."""
    name: str
    """The kernel's short name for it: at most 31 bytes."""
    has_terminal: bool
    """It has a controlling terminal."""


def bsd_facts(pid: int) -> BsdFacts:
    """Raises ProcessLookupError, and PermissionError: it is another user's."""
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
    """No other process has it until the system is started anew; it stays when a process executes
    another program. Of any user's. Raises OSError; ProcessLookupError: gone."""
    from sayso.platforms.macos.native.layouts import UniqueIdentifier

    told = UniqueIdentifier()
    _pid_info(pid, unlisted.PROC_PIDUNIQIDENTIFIERINFO, told)
    return int(told.p_uniqueid)


def start_of_any(pid: int) -> int | None:
    """As `BsdFacts.start`, of any user's process; None: gone, or a zombie. Raises OSError."""
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
    """Microseconds since 1970; it moves along when the clock is set. Raises OSError."""
    import ctypes

    from sayso.platforms.macos.native.layouts import Timeval

    told = Timeval()
    _sysctl((numbers.CTL_KERN, numbers.KERN_BOOTTIME), ctypes.addressof(told), ctypes.sizeof(told))
    return int(told.tv_sec * MICROSECONDS + told.tv_usec)


def worked(pid: int) -> float:
    """Seconds of processor time that it has used. Raises OSError; ProcessLookupError: gone.

    The kernel tells it by the processor's own counter, which need not be one of nanoseconds.
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
    """Those of the processes that have this effective user id. Raises OSError."""
    import ctypes

    from sayso.platforms.macos.native import library

    count = _SLACK
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
    """None: it has none that has a path. Raises ProcessLookupError and PermissionError."""
    from sayso.platforms.macos.native.layouts import VnodePathInfo

    told = VnodePathInfo()
    _pid_info(pid, numbers.PROC_PIDVNODEPATHINFO, told)
    return _text(told.pvi_cdir.vip_path) or None


def path(pid: int) -> str:
    """Of its executable; any user's. Raises OSError: gone, or the file has no path any more."""
    import ctypes

    from sayso.platforms.macos.native import library

    room = ctypes.create_string_buffer(numbers.PROC_PIDPATHINFO_MAXSIZE)
    library.called("proc_pidpath", pid, room, len(room), failed=0)
    return _text(room.value)


def session(pid: int) -> int:
    """The pid of its session's leader, which may be another user's, or have ended. Raises
    ProcessLookupError."""
    return os.getsid(pid)


def arguments(pid: int, limit: int) -> tuple[bytes, ...] | None:
    """Its command line. No more than `limit` bytes of it, the NULs between them included, and then
    one more, so that a cut can be seen. None: not whole, or laid out as is not known here.

    The kernel tells environment variables as well, and where the room is too small the end of all
    that, which is them alone. So there is room for everything, and it is wiped. Raises OSError:
    EINVAL is of a process that is gone, or another user's.
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
    """`told`: the number of arguments, the path that was executed, NULs up to a multiple of 8 bytes
    (`exec_extract_strings` in bsd/kern/kern_exec.c), the arguments and the environment, with a NUL
    after each. See `arguments`."""
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
    """Where the next NUL is; nothing is copied."""
    found = _NUL.search(strings, start)
    return found.start() if found else None


def _pid_info(pid: int, kind: int, room: "Layout") -> None:
    """Raises OSError."""
    import ctypes

    from sayso.platforms.macos.native import library

    size = ctypes.sizeof(room)
    told = library.called(
        "proc_pidinfo", pid, kind, 0, ctypes.byref(room), size, failed=0
    )  # libproc.c: 0, where the kernel refused
    if told != size:
        raise OSError(errno.EINVAL, f"the system tells {told} bytes of a process, not {size}")


def _sysctl(names: tuple[int, ...], room: int | None, size: int) -> int:
    """How many bytes were told; without `room`, how many there are. Raises OSError."""
    import ctypes

    from sayso.platforms.macos.native import library

    told = ctypes.c_size_t(size)
    numbered: Any = (ctypes.c_int * len(names))(*names)
    library.called("sysctl", numbered, len(names), room, ctypes.byref(told), None, 0)
    return told.value


def _text(data: bytes) -> str:
    """Any bytes as text, each text from other bytes: what is no UTF-8 becomes lone surrogates."""
    return data.decode("utf-8", "surrogateescape")
