"""Named objects of the kernel's, which several processes of this person's session share."""

import sys

assert sys.platform == "win32"

import ctypes
from ctypes import byref
from ctypes.wintypes import BOOL, DWORD, HANDLE, LPCWSTR, LPVOID

from sayso.platforms.windows.native import handles, security
from sayso.platforms.windows.native.library import Library

_ERROR_FILE_NOT_FOUND = 2
_ERROR_ALREADY_EXISTS = 183
_EVENT_MODIFY_STATE = 2
_SYNCHRONIZE = 0x100000

_kernel = Library("kernel32")
_CreateMutex = _kernel.function("CreateMutexW", HANDLE, LPVOID, BOOL, LPCWSTR)
_CreateEvent = _kernel.function("CreateEventW", HANDLE, LPVOID, BOOL, BOOL, LPCWSTR)
_OpenEvent = _kernel.function("OpenEventW", HANDLE, DWORD, BOOL, LPCWSTR)


def of_session(name: str) -> str:
    """The kernel's name for an object of this session: other sessions have objects of their own."""
    return rf"Local\{name}"


def claim(name: str) -> int | None:
    """Claims the name. Returns a handle (of a mutex); None: somebody else has claimed the name. It
    is claimed for as long as one handle of the mutex is open, in whatever process. Raises
    OSError."""
    ctypes.set_last_error(0)
    handle = int(_CreateMutex(byref(security.attributes(security.ours_alone())), 0, name))
    if ctypes.get_last_error() != _ERROR_ALREADY_EXISTS:
        return handle
    handles.close(handle)
    return None


def event(name: str) -> int:
    """The handle of the event with this name, made if it is not there. Raises OSError."""
    return int(_CreateEvent(byref(security.attributes(security.ours_alone())), 1, 0, name))


def open_event(name: str) -> int | None:
    """A handle of the event with this name, to set it; None: there is no such event. Raises
    OSError."""
    try:
        return int(_OpenEvent(_EVENT_MODIFY_STATE | _SYNCHRONIZE, 0, name))
    except OSError as error:
        if error.winerror == _ERROR_FILE_NOT_FOUND:
            return None
        raise
