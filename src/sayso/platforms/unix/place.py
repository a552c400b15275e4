"""The directory in which client and daemon meet: its path, its trust, and the lock in it.

Everything in the directory is reached through a descriptor of it, opened once and checked, so
that nobody can slip another directory in between.
"""

from __future__ import annotations

import sys

assert sys.platform != "win32"

import fcntl
import os
import stat
from contextlib import suppress

from sayso.errors import AlreadyRunning, UntrustedPlace
from sayso.platforms.unix.trust import PRIVATE, distrust
from sayso.values import Value

LOCK = "lock"
_NO_DIRECTORY_OF_OURS = "set SAYSO_SOCKET to a path in a directory of your own, with mode 0700"

File = tuple[int, int]
"""Which file it is, under whatever name: device and number."""


class Place(Value):
    directory: str
    name: str

    @property
    def path(self) -> str:
        return os.path.join(self.directory, self.name)


def place_at(path: str, most: int) -> Place:
    """`most`: bytes in a socket's path. Raises UntrustedPlace."""
    if not os.path.isabs(path):
        raise UntrustedPlace(
            f"the socket's path {path!r} is not absolute",
            remedy="set SAYSO_SOCKET to the socket's whole path",
        )
    path = os.path.normpath(path)
    size = len(os.fsencode(path))
    if size > most:
        raise UntrustedPlace(
            f"the socket's path {path!r} has {size} bytes; the system allows {most}",
            remedy="set SAYSO_SOCKET to a shorter path",
        )
    place = Place(*os.path.split(path))
    if place.name == LOCK:
        raise UntrustedPlace(
            f"{path} is the lock's path, so it can't be the socket's",
            remedy="give the socket another name in SAYSO_SOCKET",
        )
    return place


def open_directory(
    directory: str, flags: int, modes: tuple[int, ...] = (PRIVATE,), user: int | None = None
) -> int:
    """A descriptor of it, by these flags, which follow no link. `modes`: that it may have; `user`:
    whose it has to be, None is ours. Raises FileNotFoundError, and UntrustedPlace with the reason.
    """
    try:
        descriptor = os.open(directory, flags)
    except FileNotFoundError:
        raise
    except OSError as error:
        raise _not_opened(directory, error) from error
    reason = distrust(os.fstat(descriptor), modes, user)
    if reason is not None:
        os.close(descriptor)
        raise _untrusted(directory, reason)
    return descriptor


def _not_opened(directory: str, error: OSError) -> UntrustedPlace:
    """Where the flags want more than a look, what is wrong with it may be seen without."""
    with suppress(OSError):
        if reason := distrust(os.lstat(directory)):
            return _untrusted(directory, reason)
    return denied(f"can't open {directory}", error)


def _untrusted(directory: str, reason: str) -> UntrustedPlace:
    return UntrustedPlace(f"{directory} {reason}", remedy=_NO_DIRECTORY_OF_OURS)


def denied(what: str, error: OSError) -> UntrustedPlace:
    """Another user's place is one where we may not look."""
    remedy = _NO_DIRECTORY_OF_OURS if isinstance(error, PermissionError) else ""
    return UntrustedPlace(f"{what}: {error.strerror}", remedy=remedy)


def make_directory(directory: str) -> None:
    """The last one of its path alone. Raises UntrustedPlace, OSError."""
    if os.path.lexists(directory):
        return
    parent = os.path.dirname(directory)
    status = os.stat(parent)
    if not status.st_mode & stat.S_ISVTX:
        # Its owner, or who may write there, could put another directory in our place; and root
        # would leave one of root's among another user's.
        reason = None
        if status.st_uid != os.geteuid():
            reason = f"belongs to user {status.st_uid}, not to user {os.geteuid()}"
        elif status.st_mode & (stat.S_IWGRP | stat.S_IWOTH):
            reason = f"can be written by others: it has mode {stat.S_IMODE(status.st_mode):04o}"
        if reason:
            raise _untrusted(parent, reason)
    with suppress(FileExistsError):  # another daemon starts, too
        os.mkdir(directory, 0o700)
        os.chmod(directory, 0o700)  # whatever the umask took away


def take_lock(directory: int, place: Place) -> int:
    """A descriptor of it. Raises AlreadyRunning, OSError."""
    while True:
        lock = os.open(LOCK, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW, 0o600, dir_fd=directory)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            os.close(lock)
            raise AlreadyRunning(
                f"another daemon runs at {place.path}", remedy="see sayso status"
            ) from error
        if is_at(directory, LOCK, identity(os.fstat(lock))):
            return lock
        os.close(lock)  # the file of a daemon that ended between our two steps: try the next


def release_lock(directory: int, lock: int) -> None:
    remove(directory, LOCK, identity(os.fstat(lock)))
    os.close(lock)


def check_ours(status: os.stat_result, place: Place) -> None:
    """Raises UntrustedPlace unless it is a socket of our user's."""
    if not is_our_socket(status):
        raise UntrustedPlace(
            f"{place.path} is in the way: it is not a socket of sayso's",
            remedy="move it away, or set SAYSO_SOCKET to another path",
        )


def is_our_socket(status: os.stat_result) -> bool:
    return stat.S_ISSOCK(status.st_mode) and status.st_uid == os.geteuid()


def identity(status: os.stat_result) -> File:
    return status.st_dev, status.st_ino


def is_at(directory: int, name: str, file: File) -> bool:
    try:
        there = os.stat(name, dir_fd=directory, follow_symlinks=False)
    except FileNotFoundError:
        return False
    return identity(there) == file


def remove(directory: int, name: str, file: File) -> None:
    """Unlinks the name if it still is the file that it was."""
    if is_at(directory, name, file):
        with suppress(FileNotFoundError):
            os.unlink(name, dir_fd=directory)
