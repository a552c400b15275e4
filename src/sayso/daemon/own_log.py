"""The daemon's log of itself: its starts and its troubles, and what the processes that it starts
write to standard error. What people were asked, and what they answered, is in `daemon/log.py`."""

from __future__ import annotations

import logging
from contextlib import suppress
from pathlib import Path

from sayso.platforms import select

LARGEST = 4 << 20
"""Bytes from which on the file begins anew. The lines until then go into a second file, in place of
what that held."""


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

    def emit(self, _record: logging.LogRecord) -> None:
        with suppress(OSError):  # it is tried again at the next line
            if self._path.stat().st_size > LARGEST:
                self._begin_anew()

    def _begin_anew(self) -> None:
        before = self._path.with_name(f"{self._path.name}.1")
        before.touch(0o600)
        before.write_bytes(self._path.read_bytes())
        with self._path.open("r+b") as file:
            file.truncate(0)  # all who write there append
