"""Turns the system's characters (UTF-16) into UTF-8, and makes no Python string of them."""

import sys

assert sys.platform == "win32"

from ctypes import addressof, c_char, c_int, c_void_p
from ctypes.wintypes import DWORD, UINT

from sayso.platforms.windows.native.library import Library

CHARACTER = 2
"""Bytes of one character of the system's."""

_UTF8 = 65001

_kernel = Library("kernel32")
_WideCharToMultiByte = _kernel.function(
    "WideCharToMultiByte",
    c_int, UINT, DWORD, c_void_p, c_int, c_void_p, c_int, c_void_p, c_void_p,
)  # fmt: skip


def address(room: memoryview) -> int:
    return addressof(c_char.from_buffer(room))


def size(characters: memoryview, count: int) -> int:
    """How many bytes the first `count` characters take as UTF-8. Raises OSError."""
    if not count:
        return 0
    return int(_WideCharToMultiByte(_UTF8, 0, address(characters), count, None, 0, None, None))


def encode_into(characters: memoryview, count: int, room: memoryview) -> None:
    """Writes the first `count` characters into `room`, as UTF-8. `room` is as large as `size` says.
    Raises OSError."""
    if count:
        _WideCharToMultiByte(
            _UTF8, 0, address(characters), count, address(room), len(room), None, None
        )
