"""The state of our entry, for the doctor: in each client that was ever started here."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

from sayso.core.text import visible_path
from sayso.errors import SaysoError
from sayso.frontends.install.change import Status
from sayso.frontends.install.places import Environ
from sayso.frontends.mcp.install.clients import CLIENTS
from sayso.frontends.mcp.install.entry import plan, program
from sayso.platforms.contract.doctor import Finding, Health


def is_here(name: str, environ: Environ) -> bool:
    """Whether the client has its configuration file, or a directory of its own for it."""
    file = CLIENTS[name].find(environ)
    return file.exists() or (file.parent != Path.home() and file.parent.is_dir())


def of_client(name: str, environ: Environ) -> Iterator[Finding]:
    if is_here(name, environ):
        yield _finding(name, environ)


def _finding(name: str, environ: Environ) -> Finding:
    title, how = f"{name} mcp", f"sayso mcp install {name}"
    where = visible_path(CLIENTS[name].find(environ))
    try:
        started = program(name, environ)
        if started is None:
            return Finding(title, Health.WORKS, f"not set up; to change that: {how}")
        if shutil.which(started) is None:
            words = f"{where}: its sayso is gone: {visible_path(started)}"
            return Finding(title, Health.DOUBTFUL, words, how)
        status = plan(name, environ, uninstall=False).status
    except SaysoError as error:
        return Finding(title, Health.DOUBTFUL, error.message, error.remedy)
    if status is not Status.UNCHANGED:
        words = f"{where}: it is not as this sayso enters it: another path, or less"
        return Finding(title, Health.DOUBTFUL, words, how)
    return Finding(title, Health.WORKS, where)
