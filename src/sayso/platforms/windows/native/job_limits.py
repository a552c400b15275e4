"""Job objects: groups of processes that a program may end at once."""

import sys

assert sys.platform == "win32"

import ctypes
import ctypes.wintypes as w
from typing import Any

from sayso.platforms.windows.native.library import Library

_kernel32 = Library("kernel32")

_IsProcessInJob = _kernel32.function(
    "IsProcessInJob", w.BOOL, w.HANDLE, w.HANDLE, ctypes.POINTER(w.BOOL)
)
query_job = _kernel32.function(
    "QueryInformationJobObject",
    w.BOOL,
    w.HANDLE,
    ctypes.c_int,
    ctypes.c_void_p,
    w.DWORD,
    ctypes.c_void_p,
)

_CURRENT_PROCESS = -1
_EXTENDED_LIMITS = 9
"""JobObjectExtendedLimitInformation."""

KILL_ON_CLOSE = 0x2000
"""JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE: all processes of the job end when its last handle is
closed."""


class _BasicLimits(ctypes.Structure):
    """JOBOBJECT_BASIC_LIMIT_INFORMATION."""

    _fields_ = (
        ("process_time", ctypes.c_int64),
        ("job_time", ctypes.c_int64),
        ("flags", w.DWORD),
        ("least_working_set", ctypes.c_size_t),
        ("most_working_set", ctypes.c_size_t),
        ("processes", w.DWORD),
        ("affinity", ctypes.c_size_t),
        ("priority", w.DWORD),
        ("scheduling", w.DWORD),
    )


class _ExtendedLimits(ctypes.Structure):
    """JOBOBJECT_EXTENDED_LIMIT_INFORMATION."""

    _fields_ = (
        ("basic", _BasicLimits),
        ("io", ctypes.c_uint64 * 6),
        ("memory", ctypes.c_size_t * 4),
    )


def is_in_job() -> bool:
    """Whether this process is in a job. Raises OSError."""
    is_in = w.BOOL()
    _IsProcessInJob(_CURRENT_PROCESS, None, ctypes.byref(is_in))
    return bool(is_in.value)


def limits() -> int | None:
    """Limit flags of the innermost job that this process is in; None: it is in no job. Raises
    OSError."""
    if not is_in_job():
        return None
    told: Any = _ExtendedLimits()
    size = ctypes.sizeof(told)
    query_job(None, _EXTENDED_LIMITS, ctypes.byref(told), size, None)
    return int(told.basic.flags)
