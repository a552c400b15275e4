"""Memory for secrets: locked in RAM, in no core file, empty in forked children.

Each secret has pages of its own, and few processes have more than a handful: RLIMIT_MEMLOCK is
8 MiB (64 KiB before Linux 5.16), too little to lock a whole process.
"""

import sys

assert sys.platform == "linux"

import mmap
import os
import resource
from contextlib import suppress

from sayso.errors import MemoryNotLocked

_MADV_WIPEONFORK = 18
"""asm-generic/mman-common.h, from Linux 4.14; Python has no name for it yet"""


def lock(size: int) -> memoryview:
    """`size` bytes of zeros. Raises MemoryNotLocked.

    mlock(2): never swapped out. madvise(2): MADV_DONTDUMP leaves them out of core files,
    MADV_WIPEONFORK gives a forked child zeros, where it could neither wipe nor lock a copy.
    """
    import ctypes  # slow to load, and most clients never need it

    try:
        pages = mmap.mmap(-1, max(size, 1), flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
        pages.madvise(mmap.MADV_DONTDUMP)
        pages.madvise(_MADV_WIPEONFORK)
    except OSError as error:
        raise MemoryNotLocked(f"there is no memory for a secret: {error.strerror}") from error
    pin(ctypes.addressof(ctypes.c_char.from_buffer(pages)), size)
    return memoryview(pages)[:size]


def pin(address: int, size: int) -> None:
    """Locks the pages of memory that is there already. Raises MemoryNotLocked."""
    import ctypes  # as above

    libc = ctypes.CDLL(None, use_errno=True)
    if libc.mlock(ctypes.c_void_p(address), ctypes.c_size_t(size)):
        number = ctypes.get_errno()
        limit, _ = resource.getrlimit(resource.RLIMIT_MEMLOCK)
        raise MemoryNotLocked(
            f"memory for a secret can't be kept from being swapped out: {os.strerror(number)}"
            f" (the limit is {limit >> 10} KiB)"
        )


def give_back() -> None:
    """By malloc_trim(3), which glibc alone has."""
    import ctypes  # as above

    with suppress(AttributeError):
        ctypes.CDLL(None).malloc_trim(0)
