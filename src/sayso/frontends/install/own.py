"""The `sayso` that other programs are to start."""

from __future__ import annotations

import re
import shutil
import sys
from pathlib import Path

from sayso.core.text import visible_path
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


def beside(name: str) -> str:
    """Likewise, of another command of ours that was installed with it. Raises ServiceError."""
    called = Path(executable())
    for sayso in (called, called.resolve()):
        found = shutil.which(name, path=str(sayso.parent))
        if found:
            return str(Path(found).absolute())
    raise ServiceError(
        f"there is no {name} beside {visible_path(called)}",
        remedy="install sayso again with pipx or pip, and run this as the sayso that it installs",
    )


def environment() -> Path | None:
    """The virtual environment that it runs in, if the person looks after that: those of pipx and uv
    stay until sayso is removed."""
    place = Path(sys.prefix)
    is_looked_after = any((place / name).exists() for name in _RECEIPTS)
    return None if sys.prefix == sys.base_prefix or is_looked_after else place


_RECEIPTS = ("pipx_metadata.json", "uv-receipt.toml")


def is_sayso(command: str) -> bool:
    """On this system and the others, whose paths a shared configuration may have."""
    return re.split(r"[/\\]", command)[-1].lower() in ("sayso", "sayso.exe")
