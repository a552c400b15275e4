"""Memory for secrets: separate pages that mlock(2) keeps in RAM, so that they are never swapped
out.
"""

import sys

assert sys.platform != "win32"

import mmap
import resource
from collections.abc import Callable

from sayso.errors import MemoryNotLocked

Mlock = Callable[[int, int], None]
"""Locks memory, as mlock(2) does: takes an address and a size in bytes. Raises OSError."""


def lock(size: int, prepare: Callable[[mmap.mmap], None], mlock: Mlock) -> memoryview:
    """Locked memory of `size` bytes, zeroed. `prepare` keeps the pages out of core files and forked
    children. Raises MemoryNotLocked."""
    import ctypes  # slow to load, and most clients never need it

    try:
        pages = mmap.mmap(-1, max(size, 1), flags=mmap.MAP_PRIVATE | mmap.MAP_ANON)
        prepare(pages)
    except OSError as error:
        raise MemoryNotLocked(f"there is no memory for a secret: {error.strerror}") from error
    pin(ctypes.addressof(ctypes.c_char.from_buffer(pages)), size, mlock)
    return memoryview(pages)[:size]


def pin(address: int, size: int, mlock: Mlock) -> None:
    """Locks the pages of existing memory. Raises MemoryNotLocked."""
    try:
        mlock(address, size)
    except OSError as error:
        limit, _ = resource.getrlimit(resource.RLIMIT_MEMLOCK)
        told = "" if limit == resource.RLIM_INFINITY else f" (the limit is {limit >> 10} KiB)"
        raise MemoryNotLocked(
            f"memory for a secret can't be kept from being swapped out: {error.strerror}{told}"
        ) from error
