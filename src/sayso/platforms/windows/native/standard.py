"""Standard input and standard error, which the programs that we start inherit."""

import sys

assert sys.platform == "win32"

import errno
from ctypes.wintypes import BOOL, DWORD, HANDLE, UINT

from sayso.platforms.windows.native.library import Library, is_no_handle

_STD_INPUT = 0xFFFFFFF6  # -10
_STD_ERROR = 0xFFFFFFF4  # -12
_SEM_FAILCRITICALERRORS = 1
_SEM_NOGPFAULTERRORBOX = 2

_kernel = Library("kernel32")
_GetStdHandle = _kernel.function("GetStdHandle", HANDLE, DWORD, failed=None)
_SetStdHandle = _kernel.function("SetStdHandle", BOOL, DWORD, HANDLE)
_SetErrorMode = _kernel.function("SetErrorMode", UINT, UINT, failed=None)


def input_handle() -> int:
    """The handle of standard input. Raises OSError: there is none."""
    found = _GetStdHandle(_STD_INPUT)
    if is_no_handle(found):
        raise OSError(errno.EBADF, "there is no standard input")
    return int(found)


def errors_handle() -> int:
    """The handle of standard error; 0: there is none."""
    found = _GetStdHandle(_STD_ERROR)
    return 0 if is_no_handle(found) else int(found)


def set_input(handle: int) -> None:
    _SetStdHandle(_STD_INPUT, handle)


def set_errors(handle: int) -> None:
    _SetStdHandle(_STD_ERROR, handle)


def leave_no_crash_file() -> None:
    """Keeps a crash of this process from being reported, and so its memory from being dumped."""
    _SetErrorMode(_SEM_FAILCRITICALERRORS | _SEM_NOGPFAULTERRORBOX)
