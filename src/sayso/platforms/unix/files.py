"""The person's own files and directories on Unix: see `contract.files`."""

import sys

assert sys.platform != "win32"

import errno
import fcntl
import os
import shutil
import stat
import time
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from typing import BinaryIO

from sayso.core.text import visible_path
from sayso.errors import UnusableFile

_LOOKS = 0.05
"""Seconds between two tries to get a lock: flock(2) waits without a limit, or not at all."""


def open_file(path: str, buffering: int = -1) -> BinaryIO:
    """Opens the file once, so that the file that is checked is the file that is read."""
    flags = os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC
    descriptor = os.open(path, flags)
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise OSError(errno.EINVAL, f"{visible_path(os.path.basename(path))} is not a regular file")
    return os.fdopen(descriptor, "rb", buffering)


def replace(new: str, old: str) -> None:
    os.replace(new, old)


def make_directory(path: str) -> None:
    """Makes the directory and its parents, all with mode 0700: `os.makedirs` would make the parents
    with the mode of our umask."""
    if os.path.isdir(path):
        return
    make_directory(os.path.dirname(path) or ".")
    try:
        os.mkdir(path, 0o700)
    except FileExistsError:
        if not os.path.isdir(path):  # a directory: another process of sayso made it meanwhile
            raise


def check_replaceable(new: str, old: str) -> None:
    """Checks that we may replace the old file by the new one, which gets the group of the old one.
    Raises UnusableFile, OSError."""
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


@contextmanager
def locked(directory: str, within: float) -> Iterator[None]:
    """Locks the directory itself by flock(2): no file can be left over, and the lock ends with the
    process that holds it."""
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


def directories_on_the_way(path: str, most: int) -> set[str]:
    """The directories in which a change could make another file be read at the path. Each of them
    holds a link on the way, the file itself, or the first name on the way that is missing. `most`:
    number of links on the way to a file that the system follows."""
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
        if links < most and (target := _link(entry)):
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
    """The target of a link; None: it is no link. There is one system call, as the file may be
    replaced at any time."""
    try:
        return os.readlink(path)
    except OSError:
        return None
