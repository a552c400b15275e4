"""Memory for secrets: separate pages that the system keeps in RAM, so that they are never swapped
out: by mlock(2), or, where mmap(2) can do so, from the start."""

import sys

assert sys.platform != "win32"

import errno
import mmap
import os
from collections.abc import Callable

from sayso.errors import MemoryNotLocked

Mlock = Callable[[int, int], None]
"""Locks memory, as mlock(2) does: takes an address and a size in bytes. Raises OSError."""


def lock(size: int, prepare: Callable[[mmap.mmap], None], mlock: Mlock) -> memoryview:
    """Locked memory of `size` bytes, zeroed. `prepare` keeps the pages out of core files and forked
    children. Raises MemoryNotLocked."""
    import ctypes  # slow to load

    pages = mapped(size, prepare)
    pin(ctypes.addressof(ctypes.c_char.from_buffer(pages)), size, mlock)
    return memoryview(pages)[:size]


def mapped(size: int, prepare: Callable[[mmap.mmap], None], locks: int = 0) -> mmap.mmap:
    """Pages of their own, zeroed. `locks`: the flag by which mmap(2) locks them; 0: it does not.
    Raises MemoryNotLocked."""
    try:
        pages = mmap.mmap(-1, max(size, 1), flags=mmap.MAP_PRIVATE | mmap.MAP_ANON | locks)
    except OSError as error:
        if locks and error.errno in (errno.EAGAIN, errno.EPERM):
            # mlock(2) says of the same limit that there is no memory, which is clearer
            raise _not_locked(os.strerror(errno.ENOMEM)) from error
        raise _no_memory(error) from error
    try:
        prepare(pages)
    except OSError as error:
        raise _no_memory(error) from error
    return pages


def pin(address: int, size: int, mlock: Mlock) -> None:
    """Locks the pages of existing memory. Raises MemoryNotLocked."""
    try:
        mlock(address, size)
    except OSError as error:
        raise _not_locked(str(error.strerror)) from error


def _no_memory(error: OSError) -> MemoryNotLocked:
    return MemoryNotLocked(f"there is no memory for a secret: {error.strerror}")


def _not_locked(why: str) -> MemoryNotLocked:
    import resource  # most memory can be locked

    limit, _ = resource.getrlimit(resource.RLIMIT_MEMLOCK)
    told = "" if limit == resource.RLIM_INFINITY else f" (the limit is {limit >> 10} KiB)"
    return MemoryNotLocked(f"memory for a secret can't be kept from being swapped out: {why}{told}")
