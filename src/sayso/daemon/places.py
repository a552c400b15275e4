"""Where the daemon keeps what outlives it."""

from pathlib import Path

import platformdirs


def log_directory() -> str:
    """The directory of the log's files, below the state directory; it need not exist."""
    return str(Path(platformdirs.user_state_dir("sayso", appauthor=False)) / "log")
