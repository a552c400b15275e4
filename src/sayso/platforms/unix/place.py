"""The directory of the daemon's socket: its path, whether it can be trusted, and the lock in it.

Everything in the directory is reached through one descriptor, opened once and checked, so that
nobody can slip another directory in between.
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

FileIdentity = tuple[int, int]
"""Identity of a file, whatever its name: device and inode number."""


class Place(Value):
    directory: str
    name: str

    @property
    def path(self) -> str:
        return os.path.join(self.directory, self.name)


def place_at(path: str, most: int) -> Place:
    """The place of the socket with this path. `most`: bytes that the system allows in a socket's
    path. Raises UntrustedPlace: the path is not absolute, too long, or the lock's."""
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
    """Opens and checks the directory; returns its descriptor. `flags`: for open(2), and must not
    follow a link. `modes`: modes that it may have. `user`: its owner; None: our user. Raises
    FileNotFoundError, and UntrustedPlace with the reason."""
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
    """The error for a directory that could not be opened. The reason may be seen without opening
    it."""
    with suppress(OSError):
        if reason := distrust(os.lstat(directory)):
            return _untrusted(directory, reason)
    return denied(f"can't open {directory}", error)


def _untrusted(directory: str, reason: str) -> UntrustedPlace:
    return UntrustedPlace(f"{directory} {reason}", remedy=_NO_DIRECTORY_OF_OURS)


def denied(what: str, error: OSError) -> UntrustedPlace:
    """The error for something that the system refused. If permission was missing, the place belongs
    to another user, and the error says how to choose another place."""
    remedy = _NO_DIRECTORY_OF_OURS if isinstance(error, PermissionError) else ""
    return UntrustedPlace(f"{what}: {error.strerror}", remedy=remedy)


def make_directory(directory: str) -> None:
    """Makes the directory, but not its parents. Raises UntrustedPlace, OSError."""
    if os.path.lexists(directory):
        return
    parent = os.path.dirname(directory)
    status = os.stat(parent)
    if not status.st_mode & stat.S_ISVTX:
        # The parent's owner, or whoever may write there, could put another directory in the place
        # of ours; and root would leave a directory of root's in another user's directory.
        reason = None
        if status.st_uid != os.geteuid():
            reason = f"belongs to user {status.st_uid}, not to user {os.geteuid()}"
        elif status.st_mode & (stat.S_IWGRP | stat.S_IWOTH):
            reason = f"can be written by others: it has mode {stat.S_IMODE(status.st_mode):04o}"
        if reason:
            raise _untrusted(parent, reason)
    with suppress(FileExistsError):  # another daemon starts at the same time
        os.mkdir(directory, 0o700)
        os.chmod(directory, 0o700)  # the umask may have removed bits


def take_lock(directory: int, place: Place) -> int:
    """Locks the lock's file; returns its descriptor. Raises AlreadyRunning, OSError."""
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
        os.close(lock)  # a daemon that ended between our two steps has removed this file: try again


def release_lock(directory: int, lock: int) -> None:
    remove(directory, LOCK, identity(os.fstat(lock)))
    os.close(lock)


def check_ours(status: os.stat_result, place: Place) -> None:
    """Raises UntrustedPlace unless the file with this status is a socket of our user."""
    if not is_our_socket(status):
        raise UntrustedPlace(
            f"{place.path} is in the way: it is not a socket of sayso's",
            remedy="move it away, or set SAYSO_SOCKET to another path",
        )


def is_our_socket(status: os.stat_result) -> bool:
    return stat.S_ISSOCK(status.st_mode) and status.st_uid == os.geteuid()


def identity(status: os.stat_result) -> FileIdentity:
    return status.st_dev, status.st_ino


def is_at(directory: int, name: str, file: FileIdentity) -> bool:
    try:
        there = os.stat(name, dir_fd=directory, follow_symlinks=False)
    except FileNotFoundError:
        return False
    return identity(there) == file


def remove(directory: int, name: str, file: FileIdentity) -> None:
    """Unlinks the name, if it still means this file."""
    if is_at(directory, name, file):
        with suppress(FileNotFoundError):
            os.unlink(name, dir_fd=directory)
