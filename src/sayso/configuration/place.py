"""Where the person's configuration is."""

import os
from collections.abc import Mapping
from pathlib import Path

from sayso.platforms import select


def path(environ: Mapping[str, str] = os.environ) -> str:
    """For a daemon with this environment. The file need not exist."""
    return str(Path(select.places().configuration(environ)) / "sayso" / "config.toml")
