"""The history as a file, where no window can show it: its page, for the person's browser.

Made anew each time, for its owner alone, among the session's files; the tray takes it away.
"""

from __future__ import annotations

import os
from pathlib import Path

from sayso.errors import ServiceError
from sayso.frontends.pages import show_history as pages
from sayso.platforms import select

_NAME = "history.html"


def make(directory: str) -> str:
    """Of the log in that directory; the path of the file. Raises SaysoError."""
    try:
        path = Path(select.places().session_files(os.environ)) / _NAME
        pages.write_html(Path(directory), path)
    except OSError as error:
        raise ServiceError(
            f"the history can't be made: {error.strerror}", remedy="run: sayso log"
        ) from error
    return str(path)
