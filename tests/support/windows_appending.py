"""Appends lines to one file from several processes on Windows, where appending is not atomic."""

import sys

assert sys.platform == "win32"

import ctypes
import ctypes.wintypes as w
import msvcrt
import os

from sayso.platforms.windows.native.library import Library

_EXCLUSIVE = 2
_BEYOND = 1 << 30
"""The upper half of an offset at which no file has data: a lock there keeps nobody from reading the
data."""


class _Overlapped(ctypes.Structure):
    """Windows' OVERLAPPED structure."""

    _fields_ = (
        ("internal", ctypes.c_size_t),
        ("internal_high", ctypes.c_size_t),
        ("low", w.DWORD),
        ("high", w.DWORD),
        ("event", w.HANDLE),
    )


_lock = Library("kernel32").function(
    "LockFileEx", w.BOOL, w.HANDLE, w.DWORD, w.DWORD, w.DWORD, w.DWORD, ctypes.POINTER(_Overlapped)
)


def append(path: str, data: bytes) -> None:
    """Appends data under a lock, which Windows releases when its holder ends, however it ends
    (LockFileEx)."""
    file = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_BINARY, 0o600)
    try:
        beyond = _Overlapped(high=_BEYOND)
        _lock(msvcrt.get_osfhandle(file), _EXCLUSIVE, 0, 1, 0, ctypes.byref(beyond))
        os.write(file, data)
    finally:
        os.close(file)
