"""Where programs keep their configuration."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

Environ = Mapping[str, str]


def directory(environ: Environ, variable: str, in_home: str) -> Path:
    """A program's configuration directory: what its own variable says, else `in_home` in the home
    directory."""
    said = environ.get(variable)
    return Path(os.path.abspath(said)) if said else Path.home() / in_home  # noqa: PTH100 - no link is resolved
