"""A priority queue whose priorities change one at a time."""

from heapq import heapify, heappop, heappush
from itertools import count
from typing import Generic, TypeVar

_Key = TypeVar("_Key")

_Entry = tuple[float, int, _Key]
"""Priority, turn in which it was set, and key. The turn breaks ties, so keys need no order."""

_SPARE = 64
"""The number of outdated entries that the heap may always hold."""


class PriorityQueue(Generic[_Key]):
    """Keys with priorities, the lowest priority first. If a priority changes, its old entry stays
    in the heap until it is passed over. A change costs O(log n), amortized."""

    def __init__(self) -> None:
        self._entries: dict[_Key, _Entry[_Key]] = {}
        """The valid entry of each key."""
        self._heap: list[_Entry[_Key]] = []
        """All valid entries, and outdated ones."""
        self._turn = count()

    def set(self, key: _Key, priority: float) -> None:
        """Sets the priority of this key. Among equal priorities, the one that was set first comes
        first."""
        entry = self._entries.get(key)
        if entry and entry[0] == priority:
            return
        self._entries[key] = entry = (priority, next(self._turn), key)
        heappush(self._heap, entry)
        if len(self._heap) > 2 * len(self._entries) + _SPARE:
            self._heap = list(self._entries.values())
            heapify(self._heap)

    def remove(self, key: _Key) -> None:
        """Removes this key, if it is there."""
        self._entries.pop(key, None)

    def first(self) -> tuple[float, _Key] | None:
        """The lowest priority and its key; None: the queue is empty."""
        while self._heap:
            priority, _, key = entry = self._heap[0]
            if self._entries.get(key) is entry:
                return priority, key
            heappop(self._heap)
        return None
