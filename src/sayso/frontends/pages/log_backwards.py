"""The log's records from the newest one back, as far as somebody reads on."""

from __future__ import annotations

import json
import os
from pathlib import Path

from sayso.frontends import log_files
from sayso.platforms import select

TYPE_CHECKING = False  # as in typing, which takes long to load
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any, BinaryIO

_BLOCK = 256 << 10
"""Bytes that are read at once."""
_LONGEST = 1 << 20
"""Bytes of a line; what is longer is none that the daemon wrote, and its end is not kept."""


class LogBackwards:
    """Of what is there when it is made. What the daemon writes meanwhile is for the next one."""

    def __init__(self, directory: Path) -> None:
        """Raises OSError."""
        self._files = log_files.files(directory)[::-1]
        self.unreadable = 0
        """Lines so far that are no records. A last one without an end may be just being written."""

    def records(self) -> Iterator[dict[str, Any]]:
        """Raises OSError."""
        for path in self._files:
            yield from self._of_file(path)

    def _of_file(self, path: Path) -> Iterator[dict[str, Any]]:
        try:
            with select.files().open_file(str(path)) as file:
                for line in _lines(file):
                    record = _read(line)
                    if record is None:
                        self.unreadable += 1
                    else:
                        yield record
        except FileNotFoundError:  # the oldest are removed
            return


def _lines(file: BinaryIO) -> Iterator[bytes]:
    """The last one first, without what follows the last newline."""
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
    if not is_first:
        yield rest


def _read(line: bytes) -> dict[str, Any] | None:
    try:
        told = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return told if isinstance(told, dict) else None
