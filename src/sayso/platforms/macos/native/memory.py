"""Memory that is never swapped out: mlock(2)."""

import sys

assert sys.platform == "darwin"

import mmap

PAGE = mmap.PAGESIZE
"""Bytes: 16 KiB on Apple's processors, 4 KiB on Intel's."""


def lock(address: int, size: int) -> None:
    """The pages that these bytes lie in. Raises OSError: beyond the limit (RLIMIT_MEMLOCK)."""
    from sayso.platforms.macos.native import library

    library.called("mlock", address, size)


def unlock(address: int, size: int) -> None:
    """Raises OSError."""
    from sayso.platforms.macos.native import library

    library.called("munlock", address, size)
