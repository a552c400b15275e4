"""The session of the desktop that this process belongs to."""

import sys

assert sys.platform == "win32"

import os
from ctypes import POINTER, byref
from ctypes.wintypes import BOOL, DWORD

from sayso.platforms.windows.native.library import Library

_kernel = Library("kernel32")
_ProcessIdToSessionId = _kernel.function("ProcessIdToSessionId", BOOL, DWORD, POINTER(DWORD))


def number() -> int:
    """The session's number, from Terminal Services: a person who is logged in twice has two
    sessions."""
    told = DWORD()
    _ProcessIdToSessionId(os.getpid(), byref(told))
    return told.value
