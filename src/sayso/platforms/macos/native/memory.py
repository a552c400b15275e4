"""Memory that is never swapped out, and that no forked child has: mlock(2), minherit(2)."""

import sys

assert sys.platform == "darwin"

import mmap

from sayso.platforms.macos.native import numbers

PAGE = mmap.PAGESIZE
"""Bytes of a page: 16 KiB on Apple's processors, 4 KiB on Intel's."""


def lock(address: int, size: int) -> None:
    """Locks the pages that these bytes lie in. Raises OSError: beyond the limit
    (RLIMIT_MEMLOCK)."""
    from sayso.platforms.macos.native import library

    library.called("mlock", address, size)


def unlock(address: int, size: int) -> None:
    """Unlocks the pages that these bytes lie in. Raises OSError."""
    from sayso.platforms.macos.native import library

    library.called("munlock", address, size)


def keep_from_children(address: int, size: int) -> None:
    """Keeps these pages from forked children: a child that touches this memory is killed. Raises
    OSError."""
    from sayso.platforms.macos.native import library

    library.called("minherit", address, size, numbers.VM_INHERIT_NONE)


def give_back() -> None:
    """Gives back to the system what malloc(3) keeps for later: malloc/malloc.h."""
    from sayso.platforms.macos.native import library

    library.function("malloc_zone_pressure_relief")(None, 0)
