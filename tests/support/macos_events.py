"""A double of kqueue(2), as far as the macOS platform uses it: exits of processes, and ends of
sockets.

Its file descriptor is readable as long as an event is in it, like the kernel's. Which events the
kernel's filters report, and when, is from xnu's source, which `events.py` cites.
"""

import errno
import os
import select
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

import pytest

FILTER_PROC, FILTER_WRITE = -5, -2
ADD, DELETE, CLEAR, EOF = 0x1, 0x2, 0x20, 0x8000
NOTE_EXIT = 0x80000000

_NUMBERS = {
    "KQ_FILTER_PROC": FILTER_PROC,
    "KQ_FILTER_WRITE": FILTER_WRITE,
    "KQ_EV_ADD": ADD,
    "KQ_EV_DELETE": DELETE,
    "KQ_EV_CLEAR": CLEAR,
    "KQ_EV_EOF": EOF,
    "KQ_NOTE_EXIT": NOTE_EXIT,
}


@dataclass
class Event:
    ident: int
    filter: int
    flags: int = ADD
    fflags: int = 0


@dataclass
class Queue:
    """A kqueue."""

    all: ClassVar[list["Queue"]] = []
    running: ClassVar[set[int]] = set()
    """Pids of processes that are neither gone nor zombies."""

    ended: ClassVar[set[int]] = set()
    """File descriptors of sockets whose other end is closed."""

    asked: dict[int, Event] = field(default_factory=dict)
    waiting: list[Event] = field(default_factory=list)
    """Events that can be taken out."""
    closed: bool = False

    def __post_init__(self) -> None:
        self._ours, self._theirs = os.pipe()
        self.all.append(self)

    def fileno(self) -> int:
        return self._ours

    def close(self) -> None:
        assert not self.closed
        self.closed = True
        os.close(self._ours)
        os.close(self._theirs)

    def control(
        self, changes: Sequence[Event] | None, most: int, timeout: float | None = None
    ) -> list[Event]:
        for change in changes or ():
            self._change(change)
        if most == 0:
            return []
        assert timeout == 0
        taken, self.waiting = self.waiting[:most], self.waiting[most:]
        by_level = [each for each in taken if not self.asked[each.ident].flags & CLEAR]
        self.waiting += by_level
        self._show()
        return taken

    def end(self, ident: int) -> None:
        """Closes the other end of this socket."""
        self.ended.add(ident)
        self.tell(ident)

    def tell(self, ident: int) -> None:
        """Something happens that the queue was asked to report."""
        self.waiting = [each for each in self.waiting if each.ident != ident]
        flags = EOF if ident in self.ended else 0
        self.waiting.append(Event(ident, self.asked[ident].filter, flags))
        self._show()

    def _change(self, change: Event) -> None:
        if change.flags & DELETE:
            del self.asked[change.ident]
            self.waiting = [each for each in self.waiting if each.ident != change.ident]
            self._show()
            return
        assert change.flags & ADD
        assert change.ident not in self.asked
        if change.filter == FILTER_PROC:
            assert change.fflags == NOTE_EXIT
            if change.ident not in self.running:
                raise ProcessLookupError(errno.ESRCH, os.strerror(errno.ESRCH))
        self.asked[change.ident] = change
        if change.filter == FILTER_WRITE:  # there is room to write, or the other end is closed
            self.tell(change.ident)

    def _show(self) -> None:
        readable = bool(select.select([self._ours], [], [], 0)[0])
        if self.waiting and not readable:
            os.write(self._theirs, b"x")
        elif readable and not self.waiting:
            os.read(self._ours, 1)


def install(monkeypatch: pytest.MonkeyPatch) -> type[Queue]:
    """Puts the double in place of the module `select`'s kqueue."""
    Queue.all, Queue.running, Queue.ended = [], set(), set()
    double: dict[str, Any] = {"kqueue": Queue, "kevent": Event, **_NUMBERS}
    for name, value in double.items():
        monkeypatch.setattr(select, name, value, raising=False)
    return Queue
