"""The daemon's log of itself: its starts and its troubles, and what the processes that it starts
write to standard error. What people were asked, and what they answered, is in `daemon/log.py`."""

from __future__ import annotations

import logging
from pathlib import Path

from sayso.platforms import select

LARGEST = 4 << 20
"""Bytes of the file after which a line of the daemon's has it begin anew. What it held, or the last
of that if it is more than twice as much, goes into a second file, in place of what that held."""


def begin(directory: Path) -> None:
    """Sends standard error, ours and that of our children, to the file in this directory. Raises
    OSError."""
    select.files().make_directory(str(directory))
    path = directory / "daemon.log"
    select.processes().send_errors_to(str(path))
    logging.getLogger().addHandler(_Bound(path))


class _Bound(logging.Handler):
    """Writes nothing. Looks at each line whether the file has become too large: programs can have
    many lines written."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self._path = path
        self._most = LARGEST

    def emit(self, _record: logging.LogRecord) -> None:
        try:
            size = self._path.stat().st_size
            if size > self._most:
                self._most = size + LARGEST  # where it fails, it is not tried again at each line
                self._begin_anew(size)
                self._most = LARGEST
        except OSError:
            return

    def _begin_anew(self, size: int) -> None:
        before = self._path.with_name(f"{self._path.name}.1")
        before.touch(0o600)
        with self._path.open("r+b") as file:
            file.seek(max(size - 2 * LARGEST, 0))
            before.write_bytes(file.read(2 * LARGEST))
            file.truncate(0)  # all who write there append
