"""The log's files on a real disk, on which a test can make calls fail."""

import contextlib
import errno
import os
import threading
from collections.abc import Callable
from pathlib import Path
from typing import ParamSpec, TypeVar

from sayso.core import chain
from sayso.platforms import select
from sayso.platforms.contract.journal import JournalFiles

P = ParamSpec("P")
T = TypeVar("T")


class Disk:
    """A disk that fails on demand. `open_directory` is to be passed to a log."""

    def __init__(self) -> None:
        self.room: int | None = None
        """Bytes that still fit; None: no limit."""
        self.at_most: int | None = None
        """Bytes that one write takes at most; None: all."""
        self.fails_at = 0
        """The number of the call that fails, counted from 1; 0: none."""
        self.failure: BaseException = OSError(errno.EIO, os.strerror(errno.EIO))
        self.calls = 0
        self.bytes_read = 0
        self.turning = threading.Event()
        """Writers wait while this is not set."""
        self.turning.set()

    def open_directory(self, path: str) -> JournalFiles:
        self.count()
        return _Files(self, select.journal().open_directory(path))

    def count(self) -> None:
        self.calls += 1
        if self.calls == self.fails_at:
            raise self.failure

    def fitting(self, data: bytes) -> bytes:
        """The beginning of `data` that one write takes. Raises OSError when nothing fits."""
        if self.room is not None:
            if not self.room:
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            data = data[: self.room]
        data = data[: self.at_most]
        if self.room is not None:
            self.room -= len(data)
        return data


class _Files:
    def __init__(self, disk: Disk, real: JournalFiles) -> None:
        self._disk = disk
        self._real = real

    def names(self) -> list[str]:
        return self._counted(self._real.names)

    def end_of(self, name: str, size: int | None) -> bytes:
        data = self._counted(self._real.end_of, name, size)
        self._disk.bytes_read += len(data)
        return data

    def append_to(self, name: str) -> int:
        return self._counted(self._real.append_to, name)

    def write(self, data: bytes) -> int:
        self._disk.turning.wait()
        return self._counted(self._real.write, self._disk.fitting(data))

    def cut(self, size: int) -> None:
        self._counted(self._real.cut, size)

    def is_there(self) -> bool:
        return self._counted(self._real.is_there)

    def remove(self, name: str) -> None:
        self._counted(self._real.remove, name)

    def close(self) -> None:
        self._real.close()

    def _counted(self, call: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        self._disk.count()
        return call(*args, **kwargs)


def log_files(place: Path) -> list[Path]:
    return sorted(path for path in place.glob("*") if chain.is_file_name(path.name))


def whole_lines(place: Path) -> list[bytes]:
    """The lines of the log, oldest first, without a line that is not finished or a file that is
    just removed."""
    lines: list[bytes] = []
    for path in log_files(place):
        with contextlib.suppress(FileNotFoundError):
            lines += path.read_bytes().split(b"\n")[:-1]
    return lines


def audit(place: Path) -> chain.Audit:
    files = log_files(place)
    return chain.verify((path.name, path.read_bytes().splitlines(keepends=True)) for path in files)
