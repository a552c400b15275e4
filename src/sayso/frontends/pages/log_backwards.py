"""Reads the records of the log backwards, from the newest one, only as far as they are wanted."""

from __future__ import annotations

import json
import os
from pathlib import Path

from sayso.core.text import visible_path
from sayso.errors import ServiceError
from sayso.frontends import log_files
from sayso.platforms import select

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any, BinaryIO, NoReturn

_BLOCK = 256 << 10
"""Most bytes that are read at once."""
_LONGEST = 1 << 20
"""Most bytes of a line. The daemon writes no longer line, so the end of one is not kept."""
_STEP = 200
"""Most lines between two pauses."""


class LogBackwards:
    """The files of the log that exist when this object is made. Another object is needed to see
    files that the daemon begins later."""

    def __init__(self, directory: Path) -> None:
        """Lists the files. Raises ServiceError."""
        try:
            self._files = log_files.files(directory)[::-1]
        except OSError as error:
            raise ServiceError(
                f"can't read the log in {visible_path(directory)}: {error.strerror}",
                remedy="run it as its owner, or move aside what is in its way",
            ) from error
        self.unreadable = 0
        """Count so far of lines that are no records, and of files that can't be read. The last line
        does not count if it has no newline: it may be incomplete just now."""

    def records(self) -> Iterator[dict[str, Any] | None]:
        """Yields the records, newest first; and None now and then, so that the reader can pause."""
        for path in self._files:
            try:
                yield from self._of_file(path)
            except FileNotFoundError:  # the daemon removes the oldest files
                continue
            except OSError:
                self.unreadable += 1

    def _of_file(self, path: Path) -> Iterator[dict[str, Any] | None]:
        with select.files().open_file(str(path)) as file:
            for number, line in enumerate(_lines(file)):
                record = None if line is None else _read(line)
                if record is None and line is not None:
                    self.unreadable += 1
                if record is not None or number % _STEP == 0:
                    yield record


def _lines(file: BinaryIO) -> Iterator[bytes | None]:
    """Yields the lines, last one first, without what follows the last newline; and None after each
    block."""
    left = file.seek(0, os.SEEK_END)
    rest, is_first = b"", True
    while left:
        size = min(_BLOCK, left)
        left -= size
        file.seek(left)
        first, *whole = (file.read(size) + rest).split(b"\n")
        if whole and is_first:
            whole.pop()
            is_first = False
        rest = first if len(first) < _LONGEST else b""
        yield from reversed(whole)
        yield None
    if not is_first:
        yield rest


def _read(line: bytes) -> dict[str, Any] | None:
    try:
        told = json.loads(line, parse_constant=_no_constant)
    except (ValueError, RecursionError):
        return None
    return told if isinstance(told, dict) else None


def _no_constant(word: str) -> NoReturn:
    raise ValueError(f"{word} is not JSON")
