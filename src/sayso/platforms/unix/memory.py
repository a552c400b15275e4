"""Memory for secrets: separate pages that mlock(2) keeps in RAM, so that they are never swapped
out.
"""

import sys

assert sys.platform != "win32"

import errno
import mmap
from collections.abc import Callable

from sayso.errors import MemoryNotLocked

Mlock = Callable[[int, int], None]
"""Locks memory, as mlock(2) does: takes an address and a size in bytes. Raises OSError."""


def lock(
    size: int, prepare: Callable[[mmap.mmap], None], mlock: Mlock | None, flag: int = 0
) -> memoryview:
    """Locked memory of `size` bytes, zeroed. `prepare` keeps the pages out of core files and forked
    children. `mlock`: locks them; None: mmap(2) has done so, by `flag`. Raises MemoryNotLocked."""
    try:
        pages = mmap.mmap(-1, max(size, 1), flags=mmap.MAP_PRIVATE | mmap.MAP_ANON | flag)
        prepare(pages)
    except OSError as error:
        if error.errno in (errno.EAGAIN, errno.EPERM):  # mmap(2) on MAP_LOCKED
            raise not_locked(error) from error
        raise MemoryNotLocked(f"there is no memory for a secret: {error.strerror}") from error
    if mlock:
        import ctypes  # slow to load

        pin(ctypes.addressof(ctypes.c_char.from_buffer(pages)), size, mlock)
    return memoryview(pages)[:size]


def pin(address: int, size: int, mlock: Mlock) -> None:
    """Locks the pages of existing memory. Raises MemoryNotLocked."""
    try:
        mlock(address, size)
    except OSError as error:
        raise not_locked(error) from error


def not_locked(error: OSError) -> MemoryNotLocked:
    import resource  # most memory can be locked

    limit, _ = resource.getrlimit(resource.RLIMIT_MEMLOCK)
    told = "" if limit == resource.RLIM_INFINITY else f" (the limit is {limit >> 10} KiB)"
    return MemoryNotLocked(
        f"memory for a secret can't be kept from being swapped out: {error.strerror}{told}"
    )
