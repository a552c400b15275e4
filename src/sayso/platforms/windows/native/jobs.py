"""Jobs: groups of processes, with all that these start, which end together."""

import sys

assert sys.platform == "win32"

import ctypes
from ctypes import Structure, byref, c_size_t, c_uint64, c_void_p
from ctypes.wintypes import BOOL, DWORD, HANDLE, LPCWSTR, UINT

from sayso.platforms.windows.native import handles, kin
from sayso.platforms.windows.native.library import Library

SUSPENDED = 4
"""CREATE_SUSPENDED: the process does nothing before `take_in`."""

_JOB_OBJECT_EXTENDED_LIMIT_INFORMATION = 9
_KILL_ON_JOB_CLOSE = 0x2000
_BREAKAWAY_OK = 0x0800
_SILENT_BREAKAWAY_OK = 0x1000
_CTRL_BREAK_EVENT = 1
_SET_QUOTA = 0x0100
_ENDED = 1


class _BasicLimits(Structure):
    _fields_ = (
        ("process_time", c_uint64),
        ("job_time", c_uint64),
        ("flags", DWORD),
        ("minimum", c_size_t),
        ("maximum", c_size_t),
        ("processes", DWORD),
        ("affinity", c_size_t),
        ("priority", DWORD),
        ("scheduling", DWORD),
    )


class _Limits(Structure):
    _fields_ = (
        ("basic", _BasicLimits),
        ("counters", c_uint64 * 6),
        ("memory", c_size_t * 4),
    )


_kernel = Library("kernel32")
_CreateJob = _kernel.function("CreateJobObjectW", HANDLE, c_void_p, LPCWSTR)
_SetInformation = _kernel.function(
    "SetInformationJobObject", BOOL, HANDLE, ctypes.c_int, c_void_p, DWORD
)
_Assign = _kernel.function("AssignProcessToJobObject", BOOL, HANDLE, HANDLE)
_Terminate = _kernel.function("TerminateJobObject", BOOL, HANDLE, UINT)
_GenerateConsoleCtrlEvent = _kernel.function("GenerateConsoleCtrlEvent", BOOL, DWORD, DWORD)


def create() -> int:
    """A new job, as its handle. Its processes end when its last handle is closed."""
    job = int(_CreateJob(None, None))
    _limit(job, _KILL_ON_JOB_CLOSE)
    return job


def create_for_one() -> int:
    """Like `create`, but for one process alone: what that process starts is not in the job."""
    job = int(_CreateJob(None, None))
    _limit(job, _KILL_ON_JOB_CLOSE | _SILENT_BREAKAWAY_OK)
    return job


def lift_kill_on_close(job: int) -> None:
    """From now on the job's processes live on when it is closed; what they start may leave the
    job."""
    _limit(job, _BREAKAWAY_OK)


def _limit(job: int, flags: int) -> None:
    limits = _Limits()
    limits.basic.flags = flags
    _SetInformation(
        job, _JOB_OBJECT_EXTENDED_LIMIT_INFORMATION, byref(limits), ctypes.sizeof(limits)
    )


def take_in(job: int, pid: int) -> None:
    """Puts a process that was just started, suspended, into the job, and lets it run. Raises
    OSError; ProcessLookupError: the process has ended."""
    rights = _SET_QUOTA | kin.TERMINATE | kin.SUSPEND_RESUME
    process = kin.open_process(pid, rights)
    if process is None:
        raise ProcessLookupError(f"process {pid} has ended")
    try:
        _Assign(job, process)
        kin.resume(process)
    finally:
        handles.close(process)


def interrupt(pid: int) -> None:
    """Interrupts the process group that this process leads, as Ctrl-Break would. Raises OSError."""
    _GenerateConsoleCtrlEvent(_CTRL_BREAK_EVENT, pid)


def end(job: int) -> None:
    """Ends all processes of the job."""
    _Terminate(job, _ENDED)
