"""Files that a person writes: nobody else changes them meanwhile, and changes are told."""

import sys

assert sys.platform == "linux"

import errno
import fcntl
import os
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

from sayso.platforms.linux import native, readiness

_LINKS = 40
"""Links on the way to a file that the kernel follows, path_resolution(7)."""


_LOOKS = 0.05
"""Seconds between looks whether a lock is free: flock(2) waits with no limit, or not at all."""


@contextmanager
def alone(directory: str, within: float) -> Iterator[None]:
    """The lock is on the directory itself, flock(2): there is no file to be left over, and it ends
    with whoever holds it."""
    descriptor = os.open(directory, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        _lock(descriptor, time.monotonic() + within)
        yield
    finally:
        os.close(descriptor)


def _lock(descriptor: int, until: float) -> None:
    while True:
        try:
            return fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() >= until:
                raise TimeoutError(
                    errno.ETIMEDOUT, "another program keeps its directory locked"
                ) from None
        time.sleep(_LOOKS)


class Watch:
    """inotify(7) on each directory in which a change would have another file read at the path."""

    def __init__(self, path: str, changed: Callable[[], None]) -> None:
        self._path = path
        self._descriptor = native.inotify()
        self._call_off = readiness.watch(self._descriptor, changed)
        self._watched: set[int] = set()

    def renew(self) -> None:
        while self._drain():
            pass
        seen: set[str] = set()
        watched: set[int] = set()
        while seen != (now := on_the_way(self._path)):
            seen, watched = now, set()
            for directory in now:
                try:
                    watched.add(native.watch_directory(self._descriptor, directory))
                except (FileNotFoundError, NotADirectoryError):
                    seen = set()  # it was exchanged meanwhile
        for number in self._watched - watched:
            with suppress(OSError):  # its directory has gone
                native.unwatch_directory(self._descriptor, number)
        self._watched = watched

    def close(self) -> None:
        self._call_off()

    def _drain(self) -> bool:
        try:
            return bool(os.read(self._descriptor, 1 << 16))
        except BlockingIOError:
            return False


def watch(path: str, changed: Callable[[], None]) -> Watch:
    return Watch(path, changed)


def on_the_way(path: str) -> set[str]:
    """The directories that have a link on the way, the file itself, or what is missing first."""
    found: set[str] = set()
    here, todo, links = "/", deque(os.path.abspath(path).split("/")), 0
    while todo:
        part = todo.popleft()
        if part in ("", "."):
            continue
        if part == "..":
            here = os.path.dirname(here)
            continue
        entry = os.path.join(here, part)
        if links < _LINKS and (target := _link(entry)):
            links += 1
            found.add(here)
            todo.extendleft(reversed(target.split("/")))
            here = "/" if target.startswith("/") else here
        elif todo and os.path.isdir(entry):
            here = entry
        else:
            found.add(here)
            break
    return found


def _link(path: str) -> str | None:
    """Where it leads, asked in one step, as it may be exchanged at any time; None: it is none."""
    try:
        return os.readlink(path)
    except OSError:
        return None
