"""Memory: locked memory for secrets, and memory that is given back to the system."""

from __future__ import annotations

from sayso.values import Protocol

ROOM_FOR_SECRETS = 8 << 10
"""Bytes of locked memory for a usual password: the buffer that it is read into, and its own."""


class Memory(Protocol):
    """Locked memory for secrets, and memory that is given back to the system."""

    def lock(self, size: int) -> memoryview:
        """Zeroed bytes that the system never swaps out, puts into a core file or shows to a forked
        child. They are freed with the last view of them, but not wiped. Raises MemoryNotLocked."""

    def give_back(self) -> None:
        """Returns memory that the process has freed to the system, if that is possible here."""
