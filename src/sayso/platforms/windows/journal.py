"""The log's files on Windows, in a directory that is held open. Neither that directory nor one
above it can be renamed meanwhile, so its path leads to the directory that was checked."""

import sys

assert sys.platform == "win32"

import errno
import msvcrt
import os
from contextlib import ExitStack, suppress

from sayso.core.text import visible_path
from sayso.errors import AlreadyRunning, UntrustedPlace
from sayso.platforms.windows import files
from sayso.platforms.windows.native import files as native
from sayso.platforms.windows.native.files import Access, Disposition, Flag, Share
from sayso.platforms.windows.native.held import Handle
from sayso.platforms.windows.trust import distrust, owner_only

_KEPT = Share.READ | Share.WRITE
"""Without DELETE, so that nobody can rename or remove the directory."""


class _Files:
    """The files of one directory, which is locked until `close`."""

    def __init__(self, directory: Handle, lock: Handle, path: str) -> None:
        self._directory = directory
        self._lock = lock
        self._path = path
        self._file: int | None = None
        self._name: str | None = None
        """Name of the open file; None: there is none, or we have removed it."""

    def names(self) -> list[str]:
        return [name for name in os.listdir(self._path) if name != files.LOCK]

    def end_of(self, name: str, size: int | None) -> bytes:
        flags = Flag.OPEN_REPARSE_POINT | Flag.SQOS_IDENTIFICATION
        handle = native.open_handle(self._path_of(name), Access.READ, flags=flags)
        with os.fdopen(msvcrt.open_osfhandle(handle.number, os.O_RDONLY), "rb") as file:
            if size is not None:
                file.seek(max(0, file.seek(0, os.SEEK_END) - size))
            return file.read()

    def append_to(self, name: str) -> int:
        path = self._path_of(name)
        with ExitStack() as stack:
            handle = native.open_handle(
                path,
                Access.READ | Access.WRITE,
                Share.ALL,
                Disposition.OPEN_ALWAYS,
                Flag.OPEN_REPARSE_POINT | Flag.SQOS_IDENTIFICATION,
                owner_only(),
            )
            stack.enter_context(handle)
            if reason := distrust(handle.number, directory=False):
                raise UntrustedPlace(f"{visible_path(path)} {reason}", remedy="move it away")
            descriptor = msvcrt.open_osfhandle(handle.number, os.O_RDWR | os.O_APPEND)
            stack.pop_all()  # the descriptor owns the handle now
        self._close_file()
        self._file, self._name = descriptor, name
        return os.lseek(descriptor, 0, os.SEEK_END)

    def write(self, data: bytes) -> int:
        """Needs no lock of the file: no other process of ours writes to it while we hold the
        directory's lock."""
        descriptor = self._appended()
        os.lseek(descriptor, 0, os.SEEK_END)
        return os.write(descriptor, data)

    def cut(self, size: int) -> None:
        os.ftruncate(self._appended(), size)

    def is_there(self) -> bool:
        if self._name is None and self._file is None:
            return False
        return native.has_name(msvcrt.get_osfhandle(self._appended()))

    def remove(self, name: str) -> None:
        os.unlink(self._path_of(name))
        if name == self._name:  # before Windows 10, version 1809, it stays until it is closed
            self._close_file()
            self._name = None

    def close(self) -> None:
        self._close_file()
        self._lock.close()
        self._directory.close()

    def _path_of(self, name: str) -> str:
        return os.path.join(self._path, name)

    def _appended(self) -> int:
        if self._file is None:
            raise OSError(errno.EBADF, "no file is open")
        return self._file

    def _close_file(self) -> None:
        if self._file is not None:
            os.close(self._file)
            self._file = None


def open_directory(path: str) -> _Files:
    """Makes the directory if it is missing, checks it, and takes its lock.
    See `contract.journal`."""
    files.make_directory(os.path.dirname(path))
    with suppress(FileExistsError):
        native.make_directory(path, owner_only())
    with ExitStack() as stack:
        directory = stack.enter_context(_open(path))
        if reason := distrust(directory.number, directory=True):
            raise UntrustedPlace(
                f"{visible_path(path)} {reason}",
                remedy="give it to yourself alone, or move it away",
            )
        lock = files.lock(path)
        if lock is None:
            raise AlreadyRunning(f"another daemon writes to {visible_path(path)}")
        stack.pop_all()
    return _Files(directory, lock, path)


def _open(path: str) -> Handle:
    return native.open_handle(
        path,
        Access.LIST | Access.READ_ATTRIBUTES | Access.READ_CONTROL,
        _KEPT,
        flags=Flag.BACKUP_SEMANTICS | Flag.OPEN_REPARSE_POINT,
    )
