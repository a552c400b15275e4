"""Reads the log's files: the oldest first, and on while the daemon writes."""

import time
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from sayso.core import chain
from sayso.platforms import select

A_MOMENT = 0.1
"""Seconds in which the daemon writes a record, from its first byte to its last."""

_BLOCK = 1 << 20


def files(directory: Path) -> list[Path]:
    """The log's files, oldest first; empty if there is no log. Raises OSError."""
    if not directory.exists():
        return []
    return sorted(path for path in directory.iterdir() if chain.is_file_name(path.name))


def lines(path: Path) -> Iterator[bytes]:
    """The file's lines, with their newlines; none if the file was removed meanwhile, as the oldest
    are."""
    try:
        with select.files().open_file(str(path)) as file:
            for line in file:
                yield line if line.endswith(b"\n") else line + _rest_of_line(file)
    except FileNotFoundError:
        return


def _rest_of_line(file: BinaryIO) -> bytes:
    """The rest of the file's last line: the daemon may be just writing it."""
    time.sleep(A_MOMENT)
    return file.readline()


class Reader:
    """Reads the log on from where it stopped, from file to file."""

    def __init__(self, directory: Path) -> None:
        self._directory = directory
        self._name = ""
        self._file: BinaryIO | None = None
        self._told = 0
        """Bytes of the file's whole lines that were read. An incomplete line after them is read
        again: the daemon may cut it off."""

    def batches(self) -> Iterator[list[bytes]]:
        """Whole lines, without their newlines, up to what is written by now. Raises OSError."""
        while True:
            # A newer file is looked for first: once it is there, nothing is added to this one.
            newer = next((f for f in files(self._directory) if f.name > self._name), None)
            yield from self._rest_of_file()
            if newer is None:
                return
            self._open(newer)

    def close(self) -> None:
        if self._file:
            self._file.close()

    def _rest_of_file(self) -> Iterator[list[bytes]]:
        if self._file is None:
            return
        self._file.seek(self._told)
        piece = b""
        while block := self._file.read(_BLOCK):
            *whole, piece = (piece + block).split(b"\n")
            yield whole
        self._told = self._file.tell() - len(piece)

    def _open(self, path: Path) -> None:
        self.close()
        self._name, self._told, self._file = path.name, 0, None
        try:
            # Unbuffered: an incomplete line may be cut off after it was read, and is read again.
            self._file = select.files().open_file(str(path), buffering=0)
        except FileNotFoundError:
            return  # it was the oldest, and was removed meanwhile
