"""systemd's requests for passwords: https://systemd.io/PASSWORD_AGENTS/.

Each request is a file, in the directory of the socket that takes its answer. File and socket are
held by descriptors, so that what was checked is what is used.
"""

import sys

assert sys.platform == "linux"

import errno
import os
import socket
import stat
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress

from sayso.platforms.contract.password_agent import Written
from sayso.platforms.contract.watching import CallOff
from sayso.platforms.linux import endpoint, native, readiness

_SYSTEM = "/run/systemd/ask-password"
_OWN = "systemd/ask-password"
"""The person's own requests, below the runtime directory: from systemd 257."""

_NO_LINKS = os.O_NOFOLLOW | os.O_CLOEXEC
"""Flags that refuse to follow a symbolic link."""

_ROOT = 0
_MOST = 16 << 10
"""Bytes of the largest request that is read: systemd's have some 200."""


def directories(environ: Mapping[str, str]) -> tuple[str, ...]:
    runtime = endpoint.runtime_directory(environ)
    return (_SYSTEM, os.path.join(runtime, _OWN)) if runtime else (_SYSTEM,)


def requests(directory: str) -> Mapping[str, object]:
    """Each request with its inode, time and size: if a file was read half-written, these change,
    and it is read again."""
    found: dict[str, object] = {}
    with suppress(FileNotFoundError), os.scandir(directory) as entries:
        for entry in entries:
            if entry.name.startswith("ask."):
                with suppress(FileNotFoundError):
                    status = entry.stat(follow_symlinks=False)
                    found[entry.path] = status.st_ino, status.st_mtime_ns, status.st_size
    return found


def read(path: str) -> Written:
    with (
        _trusted(os.path.dirname(path)) as directory,
        _opened(os.path.basename(path), os.O_RDONLY | os.O_NONBLOCK, directory) as descriptor,
    ):
        status = os.fstat(descriptor)
        if not stat.S_ISREG(status.st_mode):
            raise OSError(errno.EINVAL, "it is not a regular file")
        _check_owner(status)
        _check_writers(status)
        text = os.read(descriptor, _MOST + 1)
    if len(text) > _MOST:
        raise OSError(errno.EFBIG, f"it has more than {_MOST} bytes")
    return Written(text, by_root=status.st_uid == _ROOT)


class Reply:
    """See the contract."""

    def __init__(self, place: int) -> None:
        """`place`: a descriptor (O_PATH) of the socket. Raises OSError."""
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.setblocking(False)
        try:
            self._socket.connect(f"/proc/self/fd/{place}")
        except OSError:
            self._socket.close()
            raise

    def send(self, *pieces: bytes | memoryview) -> None:
        self._socket.sendmsg(pieces)

    def close(self) -> None:
        self._socket.close()


def connect(path: str, socket: str) -> Reply:
    with _trusted(os.path.dirname(path)) as directory:
        if not os.path.samestat(os.stat(os.path.dirname(socket)), os.fstat(directory)):
            raise OSError(errno.EINVAL, "its socket is not beside it")
        with _opened(os.path.basename(socket), os.O_PATH, directory) as place:
            status = os.fstat(place)
            if not stat.S_ISSOCK(status.st_mode):
                raise OSError(errno.ENOTSOCK, "what it names is not a socket")
            _check_owner(status)
            return Reply(place)


def watch_exit(pid: int, exited: Callable[[], None]) -> CallOff | None:
    try:
        descriptor = native.open_pidfd(pid)
    except ProcessLookupError:
        return None
    return readiness.watch(descriptor, exited)


@contextmanager
def _trusted(directory: str) -> Iterator[int]:
    """Opens a directory in which nobody else can put a request. Raises OSError."""
    with _opened(directory, os.O_PATH | os.O_DIRECTORY) as descriptor:
        status = os.fstat(descriptor)
        _check_owner(status)
        _check_writers(status)
        yield descriptor


@contextmanager
def _opened(path: str, flags: int, directory: int | None = None) -> Iterator[int]:
    """Opens a path, but follows no link at its end. Raises OSError."""
    descriptor = os.open(path, flags | _NO_LINKS, dir_fd=directory)
    try:
        yield descriptor
    finally:
        os.close(descriptor)


def _check_owner(status: os.stat_result) -> None:
    """Raises OSError unless it belongs to root or to our user."""
    if status.st_uid not in (_ROOT, os.geteuid()):
        raise OSError(errno.EPERM, f"it belongs to user {status.st_uid}")


def _check_writers(status: os.stat_result) -> None:
    """Raises OSError if its group or everybody may write to it."""
    if status.st_mode & (stat.S_IWGRP | stat.S_IWOTH):
        raise OSError(errno.EPERM, "others may change it")
