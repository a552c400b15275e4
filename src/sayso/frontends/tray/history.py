"""The history as a file to be read: what was asked, who asked it and what became of it.

Made anew each time, for its owner alone, among the session's files; the tray takes it away.
"""

from __future__ import annotations

import os
import tempfile
from collections import deque
from pathlib import Path

from sayso.errors import ServiceError
from sayso.frontends.cli import log, log_files, table
from sayso.platforms import select
from sayso.presentation.tray import words

TYPE_CHECKING = False  # as in typing, which takes long to load
if TYPE_CHECKING:
    from collections.abc import Iterator

_NAME = "history.txt"
_MOST = 2000
"""Questions: the latest."""
_KINDS = "Interaction"


def make(directory: str) -> str:
    """Of the log in that directory; the path of the file. Raises SaysoError."""
    try:
        place = Path(select.places().session_files(os.environ))
        path = place / _NAME
        text = told(Path(directory))
        made = tempfile.NamedTemporaryFile(  # noqa: SIM115 - it is closed below
            "w", encoding="utf-8", prefix=f".{_NAME}.", dir=place, delete=False
        )  # for its owner alone
        new = Path(made.name)
        try:
            with made as file:
                file.write(text)
            new.replace(path)
        except BaseException:
            new.unlink()
            raise
    except OSError as error:
        raise ServiceError(
            f"the history can't be made: {error.strerror}", remedy="run: sayso log"
        ) from error
    return str(path)


def told(directory: Path) -> str:
    """All of the file. Raises OSError."""
    rows = deque(_rows(directory), _MOST)
    if not rows:
        return f"{words.NOTHING_ASKED()}\n"
    listed = table.table([words.history_header(), *reversed(rows)], {}, None)
    return f"{words.about_history(len(rows))}\n\n{listed}\n"


def _rows(directory: Path) -> Iterator[tuple[str, ...]]:
    """Oldest first."""
    for path in log_files.files(directory):
        for line in log_files.lines(path):
            record = log.members(line.rstrip(b"\n"))
            if record and record["event"].startswith(_KINDS) and "status" in record:
                yield log.question(record)
