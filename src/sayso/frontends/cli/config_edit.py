"""sayso config edit: runs the person's editor, without a shell in between."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
from pathlib import Path

from sayso.configuration import store
from sayso.errors import ServiceError, Unsupported

_USUAL = ("editor", "nano", "vi")


def edit(path: Path) -> None:
    """Opens the file in the editor. Returns when the editor has ended and all in the file is right.

    Raises Unsupported: there is no editor; UnusableFile: the file can't be made, or is wrong now;
    ServiceError: the editor failed.
    """
    command = _editor()
    store.make(path)
    try:
        status = subprocess.run([*command, str(path)], check=False).returncode  # noqa: S603 (the person's own editor)
    except OSError as error:
        raise Unsupported(
            f"the editor {command[0]} can't be started: {error.strerror}", remedy=_REMEDY
        ) from error
    if status:
        raise ServiceError(f"the editor {command[0]} ended with status {status}", remedy=_REMEDY)
    store.load(path)


_REMEDY = "name another one, as in: EDITOR=nano sayso config edit"


def _editor() -> list[str]:
    """The editor's command line, as words. Raises Unsupported."""
    for name in ("VISUAL", "EDITOR"):
        try:
            words = shlex.split(os.environ.get(name, ""))
        except ValueError as error:
            raise Unsupported(f"{name} is not a command: {error}", remedy=_REMEDY) from error
        if words:
            return words
    found = next(filter(shutil.which, _USUAL), None)
    if found is None:
        raise Unsupported("no editor was found: VISUAL and EDITOR are not set", remedy=_REMEDY)
    return [found]
