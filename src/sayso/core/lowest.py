"""Which of many has the lowest number, while their numbers change one at a time."""

from heapq import heapify, heappop, heappush
from itertools import count
from typing import Generic, TypeVar

_Key = TypeVar("_Key")

_Entry = tuple[float, int, _Key]
"""Its number, the turn in which it was set, and whose it is: keys need no order."""

_SPARE = 64
"""So many entries that are out of date cost too little to be cleared away."""


class Lowest(Generic[_Key]):
    """A heap whose entries are left where they are when their number changes: one that is out of
    date is passed over. Each change costs O(log n), whatever has changed before."""

    def __init__(self) -> None:
        self._entries: dict[_Key, _Entry[_Key]] = {}
        """Those that are up to date."""
        self._heap: list[_Entry[_Key]] = []
        """These, and others."""
        self._turn = count()

    def set(self, key: _Key, number: float) -> None:
        """From now on it has this number. Of equal ones, the one that was set first comes first."""
        entry = self._entries.get(key)
        if entry and entry[0] == number:
            return
        self._entries[key] = entry = (number, next(self._turn), key)
        heappush(self._heap, entry)
        if len(self._heap) > 2 * len(self._entries) + _SPARE:
            self._heap = list(self._entries.values())
            heapify(self._heap)

    def drop(self, key: _Key) -> None:
        """It has no number any more, if it had one."""
        self._entries.pop(key, None)

    def first(self) -> tuple[float, _Key] | None:
        """The lowest number and whose it is; None: nobody has one."""
        while self._heap:
            number, _, key = entry = self._heap[0]
            if self._entries.get(key) is entry:
                return number, key
            heappop(self._heap)
        return None
