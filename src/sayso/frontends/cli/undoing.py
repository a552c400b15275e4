"""Finds what sayso has set up for this person, and how each of these things is undone."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from sayso.configuration import files
from sayso.configuration.place import remote_places
from sayso.core.text import visible_path
from sayso.errors import SaysoError, UnusableFile
from sayso.frontends.cli import daemon, links, places
from sayso.frontends.hook.install import plan as hooks
from sayso.frontends.hook.install.agents import AGENTS
from sayso.frontends.install.change import Change, Status, undo_all
from sayso.frontends.mcp.install import entry, instructions
from sayso.frontends.mcp.install.clients import CLIENTS
from sayso.frontends.setup.program import Program
from sayso.frontends.setup.programs import PROGRAMS
from sayso.frontends.tray.offer import mark
from sayso.platforms import select
from sayso.platforms.contract.autostart import Autostart

_COMPLETIONS = (
    ".zfunc/_sayso",
    ".config/fish/completions/sayso.fish",
    ".local/share/bash-completion/completions/sayso",
)
_WRITTEN_BY_US = " completion of sayso, written by: sayso completion "
_OF_ALL_PROJECTS = (".claude/CLAUDE.md", ".codex/AGENTS.md", ".gemini/GEMINI.md")


@dataclass(frozen=True)
class Step:
    what: str
    """What is undone, in words for a person."""
    undo: Callable[[], object]
    """Undoes it. Raises SaysoError."""


def steps(*, purge: bool) -> tuple[Step, ...]:
    """All steps, in their order. The daemon comes late: until then it may be asked where its files
    are. `purge`: settings and log are deleted, too."""
    kept = _kept() if purge else ()
    return (
        *_login(), *_agents(), *_hooks(), *_copies(), *_programs(), *_instructions(), *_links(),
        *_completions(), *_daemon(), *kept,
    )  # fmt: skip


def stays() -> tuple[str, ...]:
    """What is left unless the person says --purge."""
    return tuple(step.what for step in _kept())


def _login() -> Iterator[Step]:
    parts = {
        "the start at login": select.autostart,
        "the agent for systemd's passwords": select.password_agent,
    }
    for what, part in parts.items():
        try:
            started: Autostart = part()
            status = started.status(os.environ)
        except SaysoError:  # this system has no such thing to undo
            continue
        if status.files or status.how:
            shown = ", ".join(map(visible_path, status.files)) or status.starter
            yield Step(f"{what}: {shown}", partial(started.disable, os.environ))


def _agents() -> Iterator[Step]:
    for name, client in CLIENTS.items():
        plan = partial(entry.plan, name, os.environ, uninstall=True)
        yield from _step(f"sayso in {client.title}", plan)


def _hooks() -> Iterator[Step]:
    """The hooks for all projects, and those of the current directory."""
    for name, agent in AGENTS.items():
        for project in hooks.projects(name, os.environ, Path.cwd()):
            plan = partial(hooks.uninstall, name, os.environ, project, gate=False)
            yield from _step(f"the hook in {agent.title}", plan)


def _copies() -> Iterator[Step]:
    """The copies that stay beside agents' configurations when sayso is taken out of one alone. They
    may hold more than the person knows of."""
    places = [client.find(os.environ) for client in CLIENTS.values()]
    places += [hooks.place(name, os.environ, None) for name in AGENTS]
    for file in dict.fromkeys(Path(os.path.realpath(place)) for place in places):
        copy = files.backup_of(file)
        if copy.exists() and file.exists() and "sayso" not in _text(file):
            what = f"the copy of an agent's settings: {visible_path(copy)}"
            yield Step(what, partial(files.remove, copy))


def _step(what: str, plan: Callable[[], Change]) -> Iterator[Step]:
    try:
        planned = plan()
    except UnusableFile as error:
        yield from _not_to_be_undone(what, error)
        return
    if planned.status is Status.REMOVED:
        what = f"{what}: {visible_path(planned.file.path)}"
        copy = files.backup_of(planned.file.path)
        shown = f"{what}, and {copy.name}" if copy.exists() else what
        yield Step(shown, partial(_undo_as_it_is_now, plan))


def _not_to_be_undone(what: str, error: UnusableFile, sign: str = "sayso") -> Iterator[Step]:
    """A step that fails with this error, if what is wrong stands in a file that has this sign that
    something of ours may be in it. No step for any other file."""

    def fail() -> None:
        raise error

    if error.path is not None and sign in _text(Path(error.path)):
        yield Step(f"{what}: {visible_path(error.path)}", fail)


def _undo_as_it_is_now(plan: Callable[[], Change]) -> None:
    """Plans the change again, and undoes it: a step before may have changed the same file. Raises
    UnusableFile."""
    planned = plan()
    if planned.status is Status.REMOVED:
        planned.undo()


def _programs() -> Iterator[Step]:
    for name, program in PROGRAMS.items():
        what = f"that {name} asks through sayso"
        try:
            there = [change.file.path for change in _of(program)]
        except UnusableFile as error:
            yield from _not_to_be_undone(what, error, program.sign)
            continue
        except SaysoError:  # what would undo it is not installed any more
            yield Step(what, partial(_undo_program, program))
            continue
        if there:
            shown = ", ".join(map(visible_path, there))
            yield Step(f"{what}: {shown}", partial(_undo_program, program))


def _of(program: Program) -> tuple[Change, ...]:
    """The changes that take sayso out of this program. Raises SaysoError."""
    planned = program.undo(os.environ)
    return tuple(change for change in planned if change.status is Status.REMOVED)


def _undo_program(program: Program) -> None:
    """Takes sayso out of this program, and has running processes notice that. Raises SaysoError."""
    undo_all(_of(program))
    program.settle(False)


def _instructions() -> Iterator[Step]:
    """The instructions for agents: those for all projects, and those in the current directory."""
    home = Path.home()
    places = [home / place for place in _OF_ALL_PROJECTS]
    places += [Path.cwd() / name for name in instructions.NAMES]
    targets = {file.resolve() for file in places if file.is_symlink()}
    for file in dict.fromkeys(file.resolve() for file in places):
        try:
            planned = instructions.plan(file.parent, None, file.name, uninstall=True)
        except UnusableFile as error:
            yield from _not_to_be_undone("what agents are told", error)
            continue
        if planned.status is Status.REMOVED:
            undo = planned.make if file in targets else planned.undo  # no link is left dangling
            yield Step(f"what agents are told in {visible_path(file)}", undo)


def _links() -> Iterator[Step]:
    try:
        wanted = links.wanted()
    except SaysoError:  # it was not installed as a program
        return
    places = [link.place for link in wanted if link.is_ours_to_remove]
    for directory in dict.fromkeys(place.parent for place in places):
        here = [place for place in places if place.parent == directory]
        what = f"{len(here)} link{'s' * (len(here) != 1)} in {visible_path(directory)}"
        yield Step(what, partial(_remove_each, here))


def _completions() -> Iterator[Step]:
    for name in _COMPLETIONS:
        file = Path.home() / name
        if _WRITTEN_BY_US in _text(file)[:200]:
            yield Step(f"the completions {visible_path(file)}", partial(files.remove, file))


def _daemon() -> Iterator[Step]:
    if daemon.is_running():
        yield Step("the daemon that runs, with the questions that are open", daemon.stop)


def _kept() -> Iterator[Step]:
    settings, log = Path(places.configuration()), Path(places.log_directory())
    offered = mark(os.environ)
    if offered.exists():
        what = "that the tray has offered what could ask through sayso"
        yield Step(f"{what}: {visible_path(offered)}", partial(files.remove, offered))
    remote = Path(remote_places(str(settings)))
    if remote.exists():
        what = "the list of other machines that may ask"
        yield Step(f"{what}: {visible_path(remote)}", partial(files.remove, remote))
    if settings.exists():
        yield Step(f"the settings: {visible_path(settings)}", partial(_remove_settings, settings))
    if log.exists():
        yield Step(f"the log: {visible_path(log)}", partial(_remove_log, log))


def _text(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""


def _remove_each(places: Iterable[Path]) -> None:
    """Deletes these files. Raises UnusableFile."""
    for place in places:
        files.remove(place)


def _remove_settings(file: Path) -> None:
    """Deletes the file, and its directory if nothing else is in it. Raises UnusableFile."""
    files.remove(file)
    _remove_if_empty(file.parent)


def _remove_if_empty(directory: Path) -> None:
    with suppress(OSError):  # the person has put something there
        directory.rmdir()


def _remove_log(directory: Path) -> None:
    """Deletes the log's directory, and the one above it if nothing else is in it. Raises
    UnusableFile."""
    try:
        shutil.rmtree(directory)
        _remove_if_empty(directory.parent)
    except OSError as error:
        words = f"can't delete {visible_path(directory)}: {error.strerror}"
        raise UnusableFile(words, remedy="mend that, then run this again") from error
