"""Files and directories of the person's: see the contract."""

import sys

assert sys.platform == "linux"

import errno
import fcntl
import os
import shutil
import stat
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import BinaryIO

from sayso.core.text import visible_path
from sayso.errors import UnusableFile
from sayso.platforms.linux import native, readiness

_LINKS = 40
"""Links on the way to a file that the kernel follows, path_resolution(7)."""


_LOOKS = 0.05
"""Seconds between looks whether a lock is free: flock(2) waits with no limit, or not at all."""


def open_file(path: str, buffering: int = -1) -> BinaryIO:
    """It is opened once: what is checked is what is read."""
    descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise OSError(errno.EINVAL, f"{visible_path(os.path.basename(path))} is not a regular file")
    return os.fdopen(descriptor, "rb", buffering)


def make_directory(path: str) -> None:
    """`os.makedirs` would leave those on the way to our umask."""
    if os.path.isdir(path):
        return
    make_directory(os.path.dirname(path) or ".")
    try:
        os.mkdir(path, 0o700)
    except FileExistsError:
        if not os.path.isdir(path):  # else another process of ours was faster
            raise


def take_after(new: str, old: str) -> None:
    """Mode, group, times and attributes."""
    ours, theirs = os.stat(new), os.stat(old)
    if ours.st_uid != theirs.st_uid:
        raise UnusableFile(
            f"{visible_path(old)} belongs to another user (uid {theirs.st_uid})",
            remedy="run this as its owner, without sudo; nothing was changed",
        )
    if not theirs.st_mode & stat.S_IWUSR:
        raise UnusableFile(
            f"{visible_path(old)} is read-only",
            remedy="make it writable, or change it where it is made",
        )
    if ours.st_gid != theirs.st_gid:
        shutil.chown(new, group=theirs.st_gid)
    shutil.copystat(old, new)
    os.utime(new)


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
    """inotify(7) on each directory in which a change would have another file read at the path.

    The libraries for it start threads; here the loop has one descriptor more.
    """

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
