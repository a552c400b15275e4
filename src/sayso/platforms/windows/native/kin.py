"""Processes of ours: held by a handle, so that no other process is taken for one of them."""

import sys

assert sys.platform == "win32"

import ctypes
from ctypes import POINTER, Structure, byref, c_size_t, c_void_p
from ctypes.wintypes import BOOL, DWORD, FILETIME, HANDLE, UINT, ULONG

from sayso.platforms.windows.native.library import Library

TERMINATE = 0x0001
LEND_HANDLES = 0x0040
"""PROCESS_DUP_HANDLE."""
CREATE_PROCESS = 0x0080
"""PROCESS_CREATE_PROCESS: to make the process the parent of a new one."""
SUSPEND_RESUME = 0x0800
QUERY_LIMITED = 0x1000
SYNCHRONIZE = 0x100000

_ERROR_INVALID_PARAMETER = 87
_TICKS = 10_000_000
"""Units of FILETIME in a second."""
_KILLED = 137
"""The exit status of a process that was ended by force, as shells have it for SIGKILL."""


class _BasicInformation(Structure):
    _fields_ = (
        ("status", c_void_p),
        ("environment", c_void_p),
        ("affinity", c_size_t),
        ("priority", c_void_p),
        ("pid", c_size_t),
        ("parent", c_size_t),
    )


_kernel = Library("kernel32")
_nt = Library("ntdll")
_OpenProcess = _kernel.function("OpenProcess", HANDLE, DWORD, BOOL, DWORD)
_TerminateProcess = _kernel.function("TerminateProcess", BOOL, HANDLE, UINT)
_GetExitCodeProcess = _kernel.function("GetExitCodeProcess", BOOL, HANDLE, POINTER(DWORD))
_GetProcessTimes = _kernel.function("GetProcessTimes", BOOL, HANDLE, *[POINTER(FILETIME)] * 4)
_EnumProcesses = _kernel.function("K32EnumProcesses", BOOL, c_void_p, DWORD, POINTER(DWORD))
_NtResumeProcess = _nt.function("NtResumeProcess", ULONG, HANDLE, failed=None)
_NtQueryInformationProcess = _nt.function(
    "NtQueryInformationProcess", ULONG, HANDLE, ctypes.c_int, c_void_p, ULONG, c_void_p, failed=bool
)


def open_process(pid: int, rights: int) -> int | None:
    """A handle of the process; None: no process has this pid. Raises OSError."""
    try:
        return int(_OpenProcess(rights, 0, pid))
    except OSError as error:
        if error.winerror == _ERROR_INVALID_PARAMETER:
            return None
        raise


def all_pids() -> list[int]:
    """The pids of all processes that there are."""
    count, size = 1024, DWORD()
    while True:
        pids = (DWORD * count)()
        _EnumProcesses(pids, ctypes.sizeof(pids), byref(size))
        if size.value < ctypes.sizeof(pids):
            return list(pids[: size.value // ctypes.sizeof(DWORD)])
        count *= 2


def parent_pid() -> int:
    """The pid of the process that started this one; another process may have that pid by now."""
    told = _BasicInformation()
    _NtQueryInformationProcess(-1, 0, byref(told), ctypes.sizeof(told), None)
    return int(told.parent)


def times(process: int) -> tuple[int, float]:
    """When the process began, as the number of a FILETIME; and its processor time in seconds.
    Raises OSError."""
    began, ended, kernel, user = (FILETIME() for _ in range(4))
    _GetProcessTimes(process, byref(began), byref(ended), byref(kernel), byref(user))
    return _number(began), (_number(kernel) + _number(user)) / _TICKS


def our_beginning() -> int:
    """When this process began, as the number of a FILETIME."""
    return times(-1)[0]


def end(process: int) -> None:
    """Ends the process by force. Raises OSError: it has ended already, or we may not end it."""
    _TerminateProcess(process, _KILLED)


def exit_status(process: int) -> int:
    """The exit status of a process that has ended. Raises OSError."""
    status = DWORD()
    _GetExitCodeProcess(process, byref(status))
    return status.value


def resume(process: int) -> None:
    """Lets a suspended process run; does nothing to any other."""
    _NtResumeProcess(process)


def _number(time: FILETIME) -> int:
    return int(time.dwHighDateTime) << 32 | int(time.dwLowDateTime)
