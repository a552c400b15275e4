"""Pages of this process's memory."""

import sys

assert sys.platform == "win32"

import contextlib
import ctypes
import ctypes.wintypes as w
from typing import Any

from sayso.platforms.windows.native.library import Library

_kernel32 = Library("kernel32")

COMMIT_AND_RESERVE = 0x3000
READ_WRITE = 0x04
RELEASE = 0x8000

CURRENT_PROCESS = -1
"""What GetCurrentProcess returns, always."""

PAGE = 4096
"""Bytes of a page, on each machine that Windows 10 runs on."""

virtual_alloc = _kernel32.function(
    "VirtualAlloc", ctypes.c_void_p, ctypes.c_void_p, ctypes.c_size_t, w.DWORD, w.DWORD
)
virtual_free = _kernel32.function("VirtualFree", w.BOOL, ctypes.c_void_p, ctypes.c_size_t, w.DWORD)
virtual_lock = _kernel32.function("VirtualLock", w.BOOL, ctypes.c_void_p, ctypes.c_size_t)
virtual_unlock = _kernel32.function("VirtualUnlock", w.BOOL, ctypes.c_void_p, ctypes.c_size_t)
set_working_set = _kernel32.function(
    "SetProcessWorkingSetSize", w.BOOL, w.HANDLE, ctypes.c_size_t, ctypes.c_size_t
)
_GetProcessWorkingSetSize = _kernel32.function(
    "GetProcessWorkingSetSize",
    w.BOOL,
    w.HANDLE,
    ctypes.POINTER(ctypes.c_size_t),
    ctypes.POINTER(ctypes.c_size_t),
)
_HeapSetInformation = _kernel32.function(
    "HeapSetInformation",
    w.BOOL,
    w.HANDLE,
    ctypes.c_int,
    ctypes.c_void_p,
    ctypes.c_size_t,
    failed=None,  # a failure is harmless: what can't be given back stays
)

_HEAP_OPTIMIZE_RESOURCES = 3

exclude_from_reports: Any = None
"""WerRegisterExcludedMemoryBlock(address, size), which returns an HRESULT. None: this Windows is
older than 10, version 1703, and has not got it."""
include_in_reports: Any = None
"""WerUnregisterExcludedMemoryBlock(address), which returns an HRESULT. None on the same systems."""

with contextlib.suppress(AttributeError):
    exclude_from_reports = _kernel32.function(
        "WerRegisterExcludedMemoryBlock",
        ctypes.c_long,
        ctypes.c_void_p,
        w.DWORD,
        failed=lambda result: result < 0,
    )
    include_in_reports = _kernel32.function(
        "WerUnregisterExcludedMemoryBlock", ctypes.c_long, ctypes.c_void_p, failed=None
    )


def working_set() -> tuple[int, int]:
    """Least and most bytes of this process's working set. Raises OSError."""
    least, most = ctypes.c_size_t(), ctypes.c_size_t()
    _GetProcessWorkingSetSize(CURRENT_PROCESS, ctypes.byref(least), ctypes.byref(most))
    return least.value, most.value


def bytes_at(address: int, size: int) -> Any:
    """The memory itself, as an object that `memoryview` takes."""
    return (ctypes.c_ubyte * size).from_address(address)


def shrink_heaps() -> None:
    """Gives back memory that the heaps do not need (HeapOptimizeResources); from Windows 8.1 on."""
    version_and_flags = (w.DWORD * 2)(1, 0)
    size = ctypes.sizeof(version_and_flags)
    _HeapSetInformation(None, _HEAP_OPTIMIZE_RESOURCES, ctypes.byref(version_and_flags), size)
