"""The log's files, as they are read: oldest first, and on while the daemon writes."""

import time
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from sayso.core import chain
from sayso.platforms import select

A_MOMENT = 0.1
"""Seconds in which a record is written, from its first byte to its last."""

_BLOCK = 1 << 20


def files(directory: Path) -> list[Path]:
    """Oldest first; none where there is no log. Raises OSError."""
    if not directory.exists():
        return []
    return sorted(path for path in directory.iterdir() if chain.is_file_name(path.name))


def lines(path: Path) -> Iterator[bytes]:
    """With their newlines; none of a file that was removed meanwhile, as the oldest are."""
    try:
        with select.files().open_file(str(path)) as file:
            for line in file:
                yield line if line.endswith(b"\n") else line + _rest_of_line(file)
    except FileNotFoundError:
        return


def _rest_of_line(file: BinaryIO) -> bytes:
    """The daemon may be about to write it."""
    time.sleep(A_MOMENT)
    return file.readline()


class Reader:
    """Reads on from where it stopped, from file to file."""

    def __init__(self, directory: Path) -> None:
        self._directory = directory
        self._name = ""
        self._file: BinaryIO | None = None
        self._told = 0
        """Bytes of the file's whole lines. A piece after them is read again: it may be cut off."""

    def batches(self) -> Iterator[list[bytes]]:
        """Whole lines, without their newlines, up to what is there by now. Raises OSError."""
        while True:
            # Looked for before the file is read: nothing is added to it once there is a newer one.
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
            # Unbuffered: what was read may be cut off, and is read again.
            self._file = select.files().open_file(str(path), buffering=0)
        except FileNotFoundError:
            return  # the oldest are removed
