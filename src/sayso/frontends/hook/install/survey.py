"""The state of our hooks, for the doctor: for each agent that was ever started here."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from sayso.configuration import files
from sayso.core.text import visible_path
from sayso.errors import SaysoError, UnusableFile
from sayso.frontends.hook.install.agents import AGENTS
from sayso.frontends.hook.install.bypasses import bypasses
from sayso.frontends.hook.install.entries import Found, found
from sayso.frontends.hook.install.plan import install, place, projects
from sayso.frontends.hook.install.trust import Trust, trust
from sayso.frontends.install.change import Status
from sayso.frontends.install.editing import editor
from sayso.frontends.install.places import Environ
from sayso.platforms.contract.doctor import Finding, Health


def of_project(environ: Environ, project: Path) -> Iterator[Finding]:
    """Findings about this project's configurations, for each that has a hook of ours."""
    for name in AGENTS:
        if is_here(name, environ) and project in projects(name, environ, project):
            yield from _of_file(name, environ, project)


def is_here(name: str, environ: Environ) -> bool:
    return AGENTS[name].home(environ).is_dir()


def of_agent(name: str, environ: Environ) -> Iterator[Finding]:
    """Findings about the user's configuration of the agent `name`, and no project's."""
    if is_here(name, environ):
        yield from _of_file(name, environ, None)


def _of_file(name: str, environ: Environ, project: Path | None) -> Iterator[Finding]:
    path = place(name, environ, project)
    title = f"{name} hook"
    remedy = f"sayso hook install {name}" + (" --project" if project else "")
    try:
        whole = _read(name, path)
        ours = found(whole, name, AGENTS[name])
    except (UnusableFile, ValueError) as error:
        if not project:
            words = f"{visible_path(path)} can't be read: {error}"
            yield Finding(title, Health.DOUBTFUL, words, "mend it")
        return
    if not ours:
        if not project:
            yield Finding(title, Health.WORKS, f"not set up; to change that: {remedy}")
        return
    where = visible_path(path)
    troubles = [*_outdated(name, environ, project, ours, remedy)]
    troubles += _untrusted(name, environ, whole, path, ours)
    troubles += [
        (words, f"take that out of {where}, or know that it is so")
        for words in bypasses(name, whole, ours)
    ]
    for words, what_to_do in troubles:
        yield Finding(title, Health.DOUBTFUL, f"{where}: {words}", what_to_do)
    if not troubles:
        events = ", ".join(dict.fromkeys(each.event for each in ours))
        yield Finding(title, Health.WORKS, f"{where}: {events}")


_Trouble = tuple[str, str]
"""What is wrong, and what to do about it."""


def _outdated(
    name: str, environ: Environ, project: Path | None, ours: tuple[Found, ...], remedy: str
) -> Iterator[_Trouble]:
    gone = [each for each in ours if not Path(each.command.executable).exists()]
    if gone:
        yield f"its sayso is gone: {visible_path(gone[0].command.executable)}", remedy
        return
    try:
        is_current = install(name, environ, project, gate=False).status is Status.UNCHANGED
    except SaysoError as error:
        yield error.message, error.remedy
        return
    if not is_current:
        yield "it is not as this sayso enters it: another path, time or event", remedy


def _untrusted(
    name: str, environ: Environ, whole: Any, path: Path, ours: tuple[Found, ...]
) -> Iterator[_Trouble]:
    if name != "codex":
        return
    try:
        users = _read(name, place(name, environ, None))
    except (UnusableFile, ValueError):  # the finding about the user's file says so
        return
    for each in ours:
        standing = trust(users, whole, path, each)
        if standing is not Trust.TRUSTED:
            yield f"{each.event}: {standing.value}", "start codex in a terminal: it asks"


def _read(name: str, path: Path) -> Any:
    """The parsed configuration. Raises UnusableFile, ValueError."""
    return editor(AGENTS[name].form).read(files.read(path).text)
