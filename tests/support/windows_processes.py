"""Processes as Windows reports them."""

import sys

assert sys.platform == "win32"

import ctypes
import ctypes.wintypes as w
from collections.abc import Iterator
from dataclasses import dataclass

from sayso.platforms.windows.native.library import Library, is_no_handle

_SNAPPROCESS = 2
_TERMINATE, _SUSPEND_RESUME, _QUERY_LIMITED = 0x1, 0x800, 0x1000
_NO_SUCH_PROCESS = 87
"""ERROR_INVALID_PARAMETER: the error of OpenProcess for an id that no process has."""


class _Entry(ctypes.Structure):
    """Windows' PROCESSENTRY32W structure."""

    _fields_ = (
        ("size", w.DWORD),
        ("usage", w.DWORD),
        ("pid", w.DWORD),
        ("heap", ctypes.c_size_t),
        ("module", w.DWORD),
        ("threads", w.DWORD),
        ("parent", w.DWORD),
        ("priority", w.LONG),
        ("flags", w.DWORD),
        ("command", w.WCHAR * 260),
    )


_kernel32 = Library("kernel32")
_snapshot = _kernel32.function(
    "CreateToolhelp32Snapshot", w.HANDLE, w.DWORD, w.DWORD, failed=is_no_handle
)
_first = _kernel32.function(
    "Process32FirstW", w.BOOL, w.HANDLE, ctypes.POINTER(_Entry), failed=None
)
_next = _kernel32.function("Process32NextW", w.BOOL, w.HANDLE, ctypes.POINTER(_Entry), failed=None)
_open = _kernel32.function("OpenProcess", w.HANDLE, w.DWORD, w.BOOL, w.DWORD)
_suspend = Library("ntdll").function("NtSuspendProcess", w.ULONG, w.HANDLE, failed=bool)
_terminate = _kernel32.function("TerminateProcess", w.BOOL, w.HANDLE, w.UINT)
_count_handles = _kernel32.function(
    "GetProcessHandleCount", w.BOOL, w.HANDLE, ctypes.POINTER(w.DWORD)
)
_close = _kernel32.function("CloseHandle", w.BOOL, w.HANDLE)


@dataclass(frozen=True)
class Seen:
    """A process, as it was at one moment."""

    pid: int
    parent: int
    """Pid of the process that started it; another process may have this pid by now."""
    command: str
    """The file name of its program."""

    def __str__(self) -> str:
        return f"{self.pid} {self.command}"


def alive() -> Iterator[Seen]:
    """Every process that runs. One that has ended but is held by a handle is left out."""
    snapshot = _snapshot(_SNAPPROCESS, 0)
    try:
        entry = _Entry(size=ctypes.sizeof(_Entry))
        is_there = _first(snapshot, ctypes.byref(entry))
        while is_there:
            if entry.threads:
                yield Seen(entry.pid, entry.parent, entry.command)
            is_there = _next(snapshot, ctypes.byref(entry))
    finally:
        _close(snapshot)


def look(pid: int) -> Seen | None:
    """A process now; None: it has exited."""
    return next((seen for seen in alive() if seen.pid == pid), None)


def kill(pid: int) -> None:
    """Ends a process at once; does nothing if it has gone already. To end it is all that a hardened
    process of sayso lets others do."""
    try:
        process = _open(_TERMINATE, False, pid)
    except OSError as error:
        if error.winerror == _NO_SUCH_PROCESS:
            return
        raise
    try:
        _terminate(process, 1)
    except PermissionError:  # the process has ended, and is held by a handle
        if look(pid):
            raise
    finally:
        _close(process)


def may_open(pid: int, rights: int) -> bool:
    """Whether this process can get all of these rights to that process."""
    try:
        _close(_open(rights, False, pid))
    except PermissionError:
        return False
    return True


def suspend(pid: int) -> None:
    """Stops the process, which then looks as if it hangs."""
    process = _open(_SUSPEND_RESUME, False, pid)
    try:
        _suspend(process)
    finally:
        _close(process)


def handle_count(pid: int) -> int:
    """How many handles the process has open."""
    count, process = w.DWORD(), _open(_QUERY_LIMITED, False, pid)
    try:
        _count_handles(process, ctypes.byref(count))
    finally:
        _close(process)
    return count.value
