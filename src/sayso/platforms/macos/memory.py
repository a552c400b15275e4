"""Memory for secrets: locked in RAM, on pages of its own."""

import sys

assert sys.platform == "darwin"

import ctypes
import mmap
import weakref

from sayso.errors import MemoryNotLocked
from sayso.platforms.macos.native import memory as native


def lock(size: int) -> memoryview:
    """`size` bytes of zeros, on pages of their own. Raises MemoryNotLocked."""
    room = -(-max(size, 1) // native.PAGE) * native.PAGE
    pages = mmap.mmap(-1, room, flags=mmap.MAP_PRIVATE | mmap.MAP_ANON)
    address = ctypes.addressof(ctypes.c_char.from_buffer(pages))
    try:
        native.lock(address, room)
    except OSError as error:
        raise MemoryNotLocked(
            f"memory for a secret can't be kept from being swapped out: {error.strerror}",
            remedy="close other programs, or raise the limit (ulimit -l)",
        ) from error
    held = (ctypes.c_char * room).from_buffer(pages)
    weakref.finalize(held, _free, address, room).atexit = False  # views of it may live as long
    return memoryview(held).cast("B")[:size]


def _free(address: int, room: int) -> None:
    native.unlock(address, room)


def give_back() -> None:
    """The allocator of macOS gives back by itself."""
