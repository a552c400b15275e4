"""All of them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from sayso.errors import SaysoError
from sayso.frontends.hook.install import survey as hooks
from sayso.frontends.install.places import Environ
from sayso.frontends.integrations import agents, login, programs
from sayso.frontends.integrations.integration import Integration, Kind
from sayso.frontends.mcp.install import survey as servers
from sayso.frontends.setup.programs import PROGRAMS
from sayso.platforms.contract.doctor import Finding


def every() -> tuple[Integration, ...]:
    return (*agents.integrations(), *programs.integrations(), *login.integrations())


def findings(environ: Environ, project: Path) -> Iterator[Finding]:
    """For the doctor, but for the start at login; hooks of this project among them."""
    yield from servers.findings(environ)
    yield from hooks.findings(environ, project)
    for program in PROGRAMS.values():
        yield from program.findings(environ)
    yield from login.agent_findings(environ)


def could_ask(environ: Environ) -> list[str]:
    """The programs that are here and do not ask through sayso yet, as people call them."""
    found = []
    for each in here(environ):
        with suppress(SaysoError):  # its file can't be read: nobody can tell
            if each.kind is not Kind.LOGIN and not each.is_on(environ):
                found.append(each.title)
    return list(dict.fromkeys(found))


def here(environ: Environ) -> Iterator[Integration]:
    """Those that are found on this machine."""
    return (each for each in every() if each.is_here(environ))
