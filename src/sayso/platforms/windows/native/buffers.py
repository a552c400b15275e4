"""Memory of Python's objects, as the system's functions take it: nothing is copied that can be
written to, for a secret lies in it."""

import sys

assert sys.platform == "win32"

import ctypes
from typing import Any


def buffer_of(data: bytes | bytearray | memoryview) -> tuple[Any, int]:
    """To be read from, and its size in bytes."""
    view = memoryview(data)
    if not view.readonly:
        return room_for(view)
    return ctypes.create_string_buffer(bytes(view), len(view)), len(view)


def room_for(view: memoryview) -> tuple[Any, int]:
    """To be written to, and its size in bytes."""
    return (ctypes.c_char * len(view)).from_buffer(view), len(view)
