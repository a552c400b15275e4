"""Memory of Python objects as ctypes arrays, which the system's functions take. What can be written
to is not copied, for a secret may lie in it."""

import sys

assert sys.platform == "win32"

import ctypes
from typing import Any


def buffer_of(data: bytes | bytearray | memoryview) -> tuple[Any, int]:
    """The data as an array to read from, and its size in bytes. Only read-only data is copied."""
    view = memoryview(data)
    if not view.readonly:
        return room_for(view)
    return ctypes.create_string_buffer(bytes(view), len(view)), len(view)


def room_for(view: memoryview) -> tuple[Any, int]:
    """The memory of `view` as an array to write to, and its size in bytes."""
    return (ctypes.c_char * len(view)).from_buffer(view), len(view)
