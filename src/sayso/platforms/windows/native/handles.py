"""Handles of the system's objects, and waiting for them."""

import sys

assert sys.platform == "win32"

from ctypes import POINTER, byref
from ctypes.wintypes import BOOL, DWORD, HANDLE, LPCWSTR, LPVOID
from typing import Final

from sayso.platforms.windows.native.library import Library

INFINITE: Final = 0xFFFFFFFF
WAIT_FAILED: Final = 0xFFFFFFFF
WAIT_TIMEOUT: Final = 258

_HANDLE_FLAG_INHERIT = 1
_DUPLICATE_CLOSE_SOURCE, _DUPLICATE_SAME_ACCESS = 1, 2

_kernel = Library("kernel32")
_CloseHandle = _kernel.function("CloseHandle", BOOL, HANDLE)
_SetHandleInformation = _kernel.function("SetHandleInformation", BOOL, HANDLE, DWORD, DWORD)
_GetCurrentProcess = _kernel.function("GetCurrentProcess", HANDLE, failed=None)
_DuplicateHandle = _kernel.function(
    "DuplicateHandle", BOOL, HANDLE, HANDLE, HANDLE, POINTER(HANDLE), DWORD, BOOL, DWORD
)
_WaitForMultipleObjects = _kernel.function(
    "WaitForMultipleObjects",
    DWORD,
    DWORD,
    POINTER(HANDLE),
    BOOL,
    DWORD,
    failed=lambda result: result == WAIT_FAILED,
)
_CreateEvent = _kernel.function("CreateEventW", HANDLE, LPVOID, BOOL, BOOL, LPCWSTR)
_SetEvent = _kernel.function("SetEvent", BOOL, HANDLE)
_ResetEvent = _kernel.function("ResetEvent", BOOL, HANDLE)


def close(handle: int) -> None:
    _CloseHandle(handle)


def set_inheritable(handle: int, *, inheritable: bool) -> None:
    _SetHandleInformation(handle, _HANDLE_FLAG_INHERIT, int(inheritable))


def duplicate(handle: int) -> int:
    """Another handle of the same object, which no child inherits."""
    us, made = _GetCurrentProcess(), HANDLE()
    _DuplicateHandle(us, handle, us, byref(made), 0, 0, _DUPLICATE_SAME_ACCESS)
    return made.value or 0


def lend(process: int, handle: int) -> int:
    """Gives `process` (a handle) another handle of the same object, which its children inherit.
    Returns the number that the new handle has there. Raises OSError."""
    made = HANDLE()
    us = _GetCurrentProcess()
    _DuplicateHandle(us, handle, process, byref(made), 0, 1, _DUPLICATE_SAME_ACCESS)
    return made.value or 0


def take_back(process: int, number: int) -> None:
    """Closes the handle `number` that was lent to `process`. Raises OSError: the process has
    ended."""
    _DuplicateHandle(process, number, None, None, 0, 0, _DUPLICATE_CLOSE_SOURCE)


def wait_for_any(handles: list[int], seconds: float | None) -> int | None:
    """Waits for one of the handles (64 at most). Returns the index of the first that is signalled;
    None: none was within `seconds`. `seconds` None: waits however long it takes.

    Raises OSError (WaitForMultipleObjects).
    """
    milliseconds = INFINITE if seconds is None else min(int(-(-seconds * 1000 // 1)), INFINITE - 1)
    array = (HANDLE * len(handles))(*handles)
    result: int = _WaitForMultipleObjects(len(handles), array, 0, max(milliseconds, 0))
    return None if result == WAIT_TIMEOUT else result


def is_signalled(handle: int) -> bool:
    return wait_for_any([handle], 0) is not None


class Event:
    """An event object: signalled from `set` until `reset`."""

    def __init__(self, handle: int | None = None) -> None:
        """`handle`: of an event that exists already, to be closed by this object. None: makes an
        event."""
        self.handle: int = _CreateEvent(None, 1, 0, None) if handle is None else handle

    def set(self) -> None:
        _SetEvent(self.handle)

    def reset(self) -> None:
        _ResetEvent(self.handle)

    def close(self) -> None:
        if self.handle:
            close(self.handle)
            self.handle = 0
