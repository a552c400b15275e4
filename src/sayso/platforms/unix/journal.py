"""The files of the log on Unix. All are reached through one descriptor of their directory, which is
checked once.
"""

import sys

assert sys.platform != "win32"

import errno
import fcntl
import os
import stat
from contextlib import suppress

from sayso.core.text import visible_path
from sayso.errors import AlreadyRunning, UntrustedPlace
from sayso.platforms.unix import files
from sayso.platforms.unix.trust import distrust

_APPEND = os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_NOFOLLOW | os.O_NONBLOCK
"""O_NONBLOCK: opening a pipe fails (open(2), ENXIO) instead of waiting for a reader."""


class JournalFiles:
    """The files in one directory, which is locked until `close`."""

    def __init__(self, directory: int, path: str) -> None:
        self._directory = directory
        self._path = path
        self._file: int | None = None

    def names(self) -> list[str]:
        return os.listdir(self._directory)

    def end_of(self, name: str, size: int | None) -> bytes:
        flags = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK
        with open(os.open(name, flags, dir_fd=self._directory), "rb") as file:
            if size is not None:
                file.seek(max(0, file.seek(0, os.SEEK_END) - size))
            return file.read()

    def append_to(self, name: str) -> int:
        descriptor = os.open(name, _APPEND, 0o600, dir_fd=self._directory)
        status = os.fstat(descriptor)
        if reason := _distrust_file(status):
            os.close(descriptor)
            raise UntrustedPlace(
                f"{os.path.join(self._path, name)} {reason}", remedy="move it away"
            )
        self._close_file()
        self._file = descriptor
        return status.st_size

    def write(self, data: bytes) -> int:
        return os.write(self._appended(), data)

    def cut(self, size: int) -> None:
        os.ftruncate(self._appended(), size)

    def is_there(self) -> bool:
        return os.fstat(self._appended()).st_nlink > 0

    def remove(self, name: str) -> None:
        os.unlink(name, dir_fd=self._directory)

    def close(self) -> None:
        self._close_file()
        os.close(self._directory)  # and with it the lock: flock(2)

    def _appended(self) -> int:
        if self._file is None:
            raise OSError(errno.EBADF, "no file is open")
        return self._file

    def _close_file(self) -> None:
        if self._file is not None:
            os.close(self._file)
            self._file = None


def open_directory(path: str, flags: int) -> JournalFiles:
    """Makes the directory if it is missing, checks it, and locks it: see `contract.journal`.
    `flags`: the system's flags to open a directory that is checked; they must not follow a link."""
    files.make_directory(os.path.dirname(path))
    with suppress(FileExistsError):
        os.mkdir(path, 0o700)
        os.chmod(path, 0o700)  # the umask may have removed bits
    descriptor = _open_ours(path, flags)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        os.close(descriptor)
        if isinstance(error, BlockingIOError):
            raise AlreadyRunning(f"another daemon writes to {visible_path(path)}") from error
        raise
    return JournalFiles(descriptor, path)


def _open_ours(path: str, flags: int) -> int:
    anchor = _open(path, flags)
    try:
        if reason := distrust(os.fstat(anchor)):
            raise _untrusted(path, reason)
        # The directory that was checked, opened again: flock(2) takes no descriptor from O_PATH.
        return os.open(".", os.O_RDONLY | os.O_DIRECTORY, dir_fd=anchor)
    finally:
        os.close(anchor)


def _open(path: str, flags: int) -> int:
    try:
        return os.open(path, flags)
    except OSError as error:
        with suppress(OSError):
            if reason := distrust(os.lstat(path)):  # this may be why it could not be opened
                raise _untrusted(path, reason) from error
        raise


def _untrusted(path: str, reason: str) -> UntrustedPlace:
    return UntrustedPlace(
        f"{visible_path(path)} {reason}", remedy="give it to yourself alone, or move it away"
    )


def _distrust_file(status: os.stat_result) -> str | None:
    mode = stat.S_IMODE(status.st_mode) & 0o777
    if not stat.S_ISREG(status.st_mode):
        return "is not a file"
    if status.st_uid != os.geteuid():
        return f"belongs to user {status.st_uid}, not to user {os.geteuid()}"
    if mode & 0o077:
        return f"has mode {mode:04o}, not 0600"
    return None
