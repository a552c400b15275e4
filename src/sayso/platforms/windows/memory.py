"""Memory for secrets: locked in RAM, and in no crash report. (Windows has no fork that would copy
it.)

VirtualLock in Microsoft's documentation: a process can lock about as many pages as its minimum
working set has, so the minimum grows with each secret and shrinks again when the secret is freed.
"""

import sys

assert sys.platform == "win32"

import weakref

from sayso.errors import MemoryNotLocked
from sayso.platforms.windows.native import memory as native


def lock(size: int) -> memoryview:
    """`size` bytes of zeros, on pages of their own. Raises MemoryNotLocked."""
    room = -(-max(size, 1) // native.PAGE) * native.PAGE
    try:
        address = native.virtual_alloc(None, room, native.COMMIT_AND_RESERVE, native.READ_WRITE)
    except OSError as error:
        raise MemoryNotLocked(
            f"there is no memory for a secret: {error.strerror}", remedy="close other programs"
        ) from error
    try:
        _lock(address, room)
    except OSError as error:
        native.virtual_free(address, 0, native.RELEASE)
        raise MemoryNotLocked(
            f"memory for a secret can't be kept from being swapped out: {error.strerror}",
            remedy="close other programs, or give this account the right to increase a process"
            " working set (secpol.msc); then run: sayso daemon stop",
        ) from error
    pages = native.bytes_at(address, room)
    # not at exit: views of the pages may still be in use then
    weakref.finalize(pages, _free, address, room).atexit = False
    return memoryview(pages).cast("B")[:size]


def _lock(address: int, room: int) -> None:
    """Locks all of this memory, or nothing. Raises OSError."""
    _grow(room)
    try:
        native.virtual_lock(address, room)
        if native.exclude_from_reports:
            native.exclude_from_reports(address, room)
    except OSError:
        _grow(-room)
        raise


def _grow(size: int) -> None:
    """Grows the working set's limits by `size` bytes, which may be negative. Raises OSError."""
    least, most = native.working_set()
    native.set_working_set(native.CURRENT_PROCESS, least + size, most + size)


def _free(address: int, room: int) -> None:
    if native.include_in_reports:
        native.include_in_reports(address)
    native.virtual_unlock(address, room)
    native.virtual_free(address, 0, native.RELEASE)
    _grow(-room)


def give_back() -> None:
    """Gives unused memory back to the system, by HeapSetInformation (HeapOptimizeResources)."""
    native.shrink_heaps()
