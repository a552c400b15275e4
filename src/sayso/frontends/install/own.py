"""The `sayso` that other programs are to start."""

from __future__ import annotations

import re
import shutil
import sys
from pathlib import Path

from sayso.errors import ServiceError


def executable() -> str:
    """The absolute path of the `sayso` that runs; a link to it stays a link. Raises ServiceError.

    They start it in any directory and with a PATH of their own.
    """
    called = shutil.which(sys.argv[0]) if is_sayso(sys.argv[0]) else None
    found = called or shutil.which("sayso", path=str(Path(sys.executable).parent))
    if found is None:
        raise ServiceError(
            "there is no executable named sayso that a program could start",
            remedy="install sayso with pip, and run this as the sayso that it installs",
        )
    return str(Path(found).absolute())


def is_sayso(command: str) -> bool:
    """On this system and the others, whose paths a shared configuration may have."""
    return re.split(r"[/\\]", command)[-1].lower() in ("sayso", "sayso.exe")
