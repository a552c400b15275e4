"""Where the daemon keeps files that outlive it."""

import os
from collections.abc import Mapping
from pathlib import Path

from sayso.platforms import select


def log_directory(environ: Mapping[str, str] = os.environ) -> str:
    """The directory of the log's files, below the state directory; it need not exist."""
    return str(Path(select.places().state(environ)) / "sayso" / "log")
