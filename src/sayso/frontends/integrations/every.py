"""All integrations: everything that can ask through sayso."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from sayso.core.text import visible_line
from sayso.frontends.hook.install import survey as hooks
from sayso.frontends.install.places import Environ
from sayso.frontends.integrations import agents, login, programs
from sayso.frontends.integrations.integration import UNREADABLE, Integration, Kind
from sayso.platforms.contract.doctor import Finding, Health


def every() -> tuple[Integration, ...]:
    return (*agents.integrations(), *programs.integrations(), *login.integrations())


def findings(environ: Environ, project: Path) -> Iterator[Finding]:
    """The doctor's findings on all integrations but the daemon's start at login, and on the hooks
    of this project."""
    for each in every():
        if each.name != login.DAEMON:
            yield from each.safe_findings(environ)
    try:
        yield from hooks.of_project(environ, project)
    except UNREADABLE as error:
        words = f"those of this project can't be looked at: {visible_line(str(error))}"
        yield Finding("hooks", Health.DOUBTFUL, words, "mend that")


def could_ask(environ: Environ) -> list[str]:
    """The titles of programs that are on this machine and do not ask through sayso yet."""
    found = []
    for each in here(environ):
        with suppress(*UNREADABLE):  # not known: it is not offered
            if each.kind is not Kind.LOGIN and not each.is_on(environ):
                found.append(each.title)
    return list(dict.fromkeys(found))


def here(environ: Environ) -> Iterator[Integration]:
    """The integrations that are found on this machine."""
    return (each for each in every() if _is_here(each, environ))


def _is_here(integration: Integration, environ: Environ) -> bool:
    try:
        return integration.is_here(environ)
    except UNREADABLE:  # something is there, and its findings say what
        return True
