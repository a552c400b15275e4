"""Memory for secrets: locked in RAM, and absent from forked children.

macOS has no way to leave pages out of a core file. Our processes are hardened, so they leave no
core file at all: see `processes.harden`.
"""

import sys

assert sys.platform == "darwin"

import mmap

from sayso.platforms.macos.native import memory as native
from sayso.platforms.unix import memory


def lock(size: int) -> memoryview:
    """`size` bytes of zeros. Raises MemoryNotLocked."""
    return memory.lock(size, _hide, native.lock)


def _hide(pages: mmap.mmap) -> None:
    """Keeps these pages from forked children. Raises OSError."""
    import ctypes  # slow to load, and most clients never need it

    address = ctypes.addressof(ctypes.c_char.from_buffer(pages))
    native.keep_from_children(address, len(pages))


def give_back() -> None:
    native.give_back()
