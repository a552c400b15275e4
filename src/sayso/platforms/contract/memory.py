"""Where secrets lie; and what all else takes."""

from __future__ import annotations

from sayso.values import Protocol

ROOM_FOR_SECRETS = 8 << 10
"""Bytes that a usual password takes: what it is read into, and a place of its own."""


class Memory(Protocol):
    """Where secrets lie; and what all else takes."""

    def lock(self, size: int) -> memoryview:
        """Zeroed bytes, which the system never swaps out, puts into a core file or shows to a
        forked child. Freed with the last view of them, unwiped. Raises MemoryNotLocked."""

    def give_back(self) -> None:
        """What the process has freed and keeps for later goes to the system, where that can be."""
