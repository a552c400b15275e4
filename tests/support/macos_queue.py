"""A double of kqueue(2) that reports events of real processes, sockets and files, by Linux'
epoll(7), pidfd_open(2) and inotify(7)."""

import sys
from typing import TYPE_CHECKING, Any

assert sys.platform == "darwin" or not TYPE_CHECKING  # mypy passes over it elsewhere

import ctypes
import errno
import os
import select
from pathlib import Path
from types import SimpleNamespace

_os: Any = os
_select: Any = select
"""The modules without their types, for names that only Linux has."""

FILTER_PROC, FILTER_WRITE, FILTER_VNODE = -5, -2, -4
ADD, DELETE, CLEAR, EOF = 0x1, 0x2, 0x20, 0x8000

NUMBERS = {
    "KQ_FILTER_PROC": FILTER_PROC,
    "KQ_FILTER_WRITE": FILTER_WRITE,
    "KQ_FILTER_VNODE": FILTER_VNODE,
    "KQ_EV_ADD": ADD,
    "KQ_EV_DELETE": DELETE,
    "KQ_EV_CLEAR": CLEAR,
    "KQ_EV_EOF": EOF,
    "KQ_NOTE_EXIT": 0x80000000,
    "KQ_NOTE_DELETE": 0x1,
    "KQ_NOTE_WRITE": 0x2,
    "KQ_NOTE_EXTEND": 0x4,
    "KQ_NOTE_ATTRIB": 0x8,
    "KQ_NOTE_RENAME": 0x20,
    "KQ_NOTE_REVOKE": 0x40,
}

_IN_DIRECTORY = 0x004 | 0x040 | 0x080 | 0x100 | 0x200 | 0x400 | 0x800
_IN_FILE = 0x002 | 0x004 | 0x400 | 0x800
"""Masks for inotify(7): changes of a directory's entries; for a file, writes as well."""


class Queue:
    """A kqueue(2) made of epoll(7), for processes, ends of sockets, and files."""

    def __init__(self) -> None:
        self._epoll = _select.epoll()
        self._exits: dict[int, int] = {}
        """File descriptors (pidfds) of the watched processes, by pid."""
        self._files: dict[int, int] = {}
        """Inotify's watch numbers of the watched files, by file descriptor."""
        self._inotify = -1

    def fileno(self) -> int:
        return int(self._epoll.fileno())

    def close(self) -> None:
        for each in (*self._exits.values(), *([self._inotify] if self._inotify >= 0 else [])):
            os.close(each)
        self._epoll.close()

    def control(
        self, changes: "list[SimpleNamespace] | None", most: int, timeout: float | None = None
    ) -> list[SimpleNamespace]:
        for change in changes or ():
            self._change(change)
        self._forget_closed()
        if most == 0:
            return []
        assert timeout == 0
        happened = [self._event(*each) for each in self._epoll.poll(0, most)]
        return [event for event in happened if event]

    def _event(self, descriptor: int, seen: int) -> SimpleNamespace | None:
        if descriptor == self._inotify:
            os.read(descriptor, 1 << 16)
        return SimpleNamespace(ident=descriptor, flags=EOF if seen & _select.EPOLLHUP else 0)

    def _change(self, change: SimpleNamespace) -> None:
        if change.filter == FILTER_PROC:
            self._watch_exit(change.ident)
        elif change.filter == FILTER_VNODE:
            self._watch_file(change.ident)
        elif change.flags & DELETE:
            self._epoll.unregister(change.ident)
        else:
            edges = _select.EPOLLET if change.flags & CLEAR else 0
            self._epoll.register(change.ident, _select.EPOLLOUT | edges)

    def _watch_exit(self, pid: int) -> None:
        descriptor = _os.pidfd_open(pid)
        if select.select([descriptor], [], [], 0)[0]:
            os.close(descriptor)
            raise ProcessLookupError(errno.ESRCH, "it is a zombie")
        self._exits[pid] = descriptor
        self._epoll.register(descriptor, _select.EPOLLIN)

    def _watch_file(self, descriptor: int) -> None:
        libc = ctypes.CDLL(None, use_errno=True)
        if self._inotify < 0:
            self._inotify = libc.inotify_init1(os.O_NONBLOCK | os.O_CLOEXEC)
            self._epoll.register(self._inotify, _select.EPOLLIN)
        self._unwatch(descriptor)
        place = f"/proc/self/fd/{descriptor}"
        mask = _IN_DIRECTORY if Path(place).is_dir() else _IN_FILE
        self._files[descriptor] = libc.inotify_add_watch(self._inotify, place.encode(), mask)

    def _forget_closed(self) -> None:
        for descriptor in list(self._files):
            if not Path(f"/proc/self/fd/{descriptor}").exists():
                self._unwatch(descriptor)

    def _unwatch(self, descriptor: int) -> None:
        number = self._files.pop(descriptor, None)
        if number is not None and number not in self._files.values():
            ctypes.CDLL(None).inotify_rm_watch(self._inotify, number)
            # the event that says that the watch is gone
            while select.select([self._inotify], [], [], 0)[0]:
                os.read(self._inotify, 1 << 16)


def event(ident: int, filter: int, flags: int = ADD, fflags: int = 0) -> SimpleNamespace:  # noqa: A002 - Python's own word
    return SimpleNamespace(ident=ident, filter=filter, flags=flags, fflags=fflags)
