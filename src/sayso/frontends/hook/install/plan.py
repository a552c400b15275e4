"""Plans how to change an agent's configuration so that our hook is in it, or no longer is."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from sayso.configuration import files
from sayso.configuration.compare import same
from sayso.core.text import visible_path
from sayso.errors import UnusableFile
from sayso.frontends.hook.install.agents import AGENTS, LIMIT, Agent, Event
from sayso.frontends.hook.install.command import written
from sayso.frontends.hook.install.entries import found, others, with_its_holders
from sayso.frontends.install.change import Change, Status
from sayso.frontends.install.editing import Editor, editor
from sayso.frontends.install.places import Environ
from sayso.installed import executable


def place(name: str, environ: Environ, project: Path | None) -> Path:
    """The configuration file of this project; `project` None: the user's."""
    agent = AGENTS[name]
    return project / agent.of_project if project else agent.home(environ) / agent.file


def projects(name: str, environ: Environ, directory: Path) -> tuple[Path | None, ...]:
    """Where to look for a hook of this agent: None for the user's file, and `directory` for the
    project there, unless its file is the same."""
    is_another = place(name, environ, directory) != place(name, environ, None)
    return (None, directory) if is_another else (None,)


def install(name: str, environ: Environ, project: Path | None = None, *, gate: bool) -> Change:
    """The change that enters our hook for the agent `name`; nothing is written. A gate that is
    already there stays, even with `gate` False.

    Raises UnusableFile, and ServiceError like `executable`.
    """
    agent = AGENTS[name]
    words = ("hook", name, "--limit", f"{LIMIT}s")
    command = written(executable(), words, agent.shell)

    def entered(edit: Editor, text: str) -> str:
        ours = {each.event for each in found(edit.read(text), name, agent)}
        gates = [event for event in agent.gate if gate or event.name in ours]
        for key, value in agent.required_fields.items():
            if key not in edit.read(text):
                text = edit.put(text, (key,), value)
        for event in (*agent.events, *gates):
            text = _entered(edit, text, name, event, command)
        return text

    return _planned(name, environ, project, entered)


def uninstall(name: str, environ: Environ, project: Path | None = None, *, gate: bool) -> Change:
    """Like `install`, but removes the hook; with `gate`, only its gate. Raises UnusableFile."""
    agent = AGENTS[name]
    gates = {event.name for event in agent.gate}

    def taken_out(edit: Editor, text: str) -> str:
        for each in reversed(found(edit.read(text), name, agent)):
            if not gate or each.event in gates:
                text = edit.drop(text, with_its_holders(edit.read(text), each.path))
        return text

    return _planned(name, environ, project, taken_out)


def _planned(name: str, environ: Environ, project: Path | None, change: Any) -> Change:
    agent = AGENTS[name]
    edit = editor(agent.form)
    file = files.read(place(name, environ, project))
    before = file.text
    try:
        was = found(edit.read(before), name, agent)
        after = change(edit, before)
        _check(edit, before, after, name, agent)
        now = found(edit.read(after), name, agent)
    except ValueError as error:
        raise UnusableFile(
            f"{visible_path(file.path)} is not {agent.form.value} that {agent.title} could read, "
            f"or has hooks of another shape: {error}",
            remedy="mend it, then run this again; nothing was changed",
            path=str(file.path),
        ) from error
    status = _status(before == after, bool(was), bool(now))
    is_shared = bool(project)
    return Change(file, status, after, is_shared=is_shared, makes_directories=is_shared)


def _status(is_same: bool, was_there: bool, is_there: bool) -> Status:
    if is_same:
        return Status.UNCHANGED
    if not is_there:
        return Status.REMOVED
    return Status.UPDATED if was_there else Status.INSTALLED


def _entered(edit: Editor, text: str, name: str, event: Event, command: str) -> str:
    """The text with exactly one hook of ours at this event, up to date. What the person has changed
    in it stays, except the command and the timeout."""
    agent = AGENTS[name]
    whole = edit.read(text)
    ours = [each for each in found(whole, name, agent) if each.event == event.name]
    if not ours:
        at = whole.get("hooks", {}).get(event.name, [])
        place = len(at) if isinstance(at, list) else 0
        return edit.put(text, ("hooks", event.name, place), agent.entry(event, command))
    for twin in reversed(ours[1:]):
        text = edit.drop(text, with_its_holders(edit.read(text), twin.path))
    for key, value in agent.hook(command).items():
        if key in ("command", "timeout") or key not in ours[0].hook:
            text = edit.put(text, (*ours[0].path, key), value)
    return text


def _check(edit: Editor, before: str, after: str, name: str, agent: Agent) -> None:
    """Raises ValueError if the two texts differ in more than our own hooks."""
    rests = (others(edit.read(text), name, agent) for text in (before, after))
    if not same(*rests):
        raise ValueError("it is written in a way that can't be changed safely: change it by hand")
