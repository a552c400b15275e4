"""The log's files, as they are read: oldest first, and on while the daemon writes."""

from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from sayso.core import chain

_BLOCK = 1 << 20


def files(directory: Path) -> list[Path]:
    """Oldest first; none where there is no log. Raises OSError."""
    if not directory.exists():
        return []
    return sorted(path for path in directory.iterdir() if chain.is_file_name(path.name))


def lines(path: Path) -> Iterator[bytes]:
    """With their newlines; none of a file that was removed meanwhile, as the oldest are."""
    try:
        with path.open("rb") as file:
            yield from file
    except FileNotFoundError:
        return


class Reader:
    """Reads on from where it stopped, from file to file."""

    def __init__(self, directory: Path) -> None:
        self._directory = directory
        self._name = ""
        self._file: BinaryIO | None = None
        self._piece = b""
        """What is there of a line that is not whole yet."""

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
        while self._file and (block := self._file.read(_BLOCK)):
            *whole, self._piece = (self._piece + block).split(b"\n")
            yield whole

    def _open(self, path: Path) -> None:
        self.close()
        self._name, self._piece, self._file = path.name, b"", None
        try:
            self._file = path.open("rb")
        except FileNotFoundError:
            return  # the oldest are removed
