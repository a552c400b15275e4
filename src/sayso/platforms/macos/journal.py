"""Where the log is kept on macOS."""

import sys

assert sys.platform == "darwin"

from sayso.platforms.macos.endpoint import DIRECTORY_FLAGS
from sayso.platforms.unix import journal
from sayso.platforms.unix.journal import JournalFiles


def open_directory(path: str) -> JournalFiles:
    """See the contract."""
    return journal.open_directory(path, DIRECTORY_FLAGS)
