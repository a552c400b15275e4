"""Writes the page of the history to a file for the person's browser, if no window can show it.

The file is made anew each time, for its owner alone, among the session's files. The tray deletes
it in the end.
"""

from __future__ import annotations

import os
from pathlib import Path

from sayso.errors import ServiceError
from sayso.frontends.pages import show_history as pages
from sayso.platforms import select

_NAME = "history.html"


def make(directory: str) -> str:
    """Makes the page of the log in this directory. Returns the path of the page. Raises
    SaysoError."""
    try:
        path = Path(select.places().session_files(os.environ)) / _NAME
        pages.write_html(Path(directory), path)
    except OSError as error:
        raise ServiceError(
            f"the history can't be made: {error.strerror}", remedy="run: sayso log"
        ) from error
    return str(path)
