"""Where the person's configuration is."""

import os
from collections.abc import Mapping
from pathlib import Path

from sayso.platforms import select


def path(environ: Mapping[str, str] = os.environ) -> str:
    """The path of the settings, for a daemon with this environment. The file need not exist."""
    return str(Path(select.places().configuration(environ)) / "sayso" / "config.toml")


def remote_places(settings: str) -> str:
    """The path of the file with the other machines that may ask, beside these settings. The file
    need not exist."""
    return str(Path(settings).with_name("places.json"))
