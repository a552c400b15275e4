"""Memory for secrets: locked in RAM, in no core file, empty in forked children.

Each secret has pages of its own, and few processes have more than a handful: RLIMIT_MEMLOCK is
8 MiB (64 KiB before Linux 5.16), too little to lock a whole process.
"""

import sys

assert sys.platform == "linux"

import mmap
import os
from contextlib import suppress

from sayso.platforms.unix import memory

_MADV_WIPEONFORK = 18
"""asm-generic/mman-common.h, from Linux 4.14; Python has no name for it yet"""
_MAP_LOCKED = {"x86_64": 0x2000, "aarch64": 0x2000, "riscv64": 0x2000}
"""By machine, as other machines have other numbers: asm-generic/mman.h."""


def lock(size: int) -> memoryview:
    """`size` bytes of zeros. Raises MemoryNotLocked.

    On most machines mmap(2) locks them (MAP_LOCKED), as mlock(2) takes `ctypes`, which is slow to
    load. mmap does not say where it could not bring all pages into RAM at once; but a page that
    comes later is locked as it comes.
    """
    flag = _MAP_LOCKED.get(os.uname().machine)
    if flag is None:
        return memory.lock(size, _hide, _mlock)
    return memoryview(memory.mapped(size, _hide, flag))[:size]


def pin(address: int, size: int) -> None:
    """Locks the pages of memory that is there already. Raises MemoryNotLocked."""
    memory.pin(address, size, _mlock)


def _hide(pages: mmap.mmap) -> None:
    """madvise(2): MADV_DONTDUMP leaves the pages out of core files, MADV_WIPEONFORK gives a forked
    child zeros, as it could neither wipe nor lock a copy. Raises OSError."""
    pages.madvise(mmap.MADV_DONTDUMP)
    pages.madvise(_MADV_WIPEONFORK)


def _mlock(address: int, size: int) -> None:
    """Raises OSError."""
    import ctypes  # slow to load, and most clients never need it

    libc = ctypes.CDLL(None, use_errno=True)
    if libc.mlock(ctypes.c_void_p(address), ctypes.c_size_t(size)):
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))


def give_back() -> None:
    """Returns free memory to the system by malloc_trim(3), which only glibc has."""
    import ctypes  # slow to load

    with suppress(AttributeError):
        ctypes.CDLL(None).malloc_trim(0)
