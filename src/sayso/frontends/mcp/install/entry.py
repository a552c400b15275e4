"""Our entry among the servers of a client: what is to be changed for it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib.util import find_spec
from typing import Any

from sayso import extras
from sayso.configuration import files
from sayso.configuration.compare import same
from sayso.core.text import visible_path
from sayso.errors import Unsupported, UnusableFile
from sayso.frontends.install.change import Change, Status
from sayso.frontends.install.editing import Editor, editor
from sayso.frontends.mcp.install.clients import CLIENTS, Client
from sayso.installed import executable, is_sayso

NAME = "sayso"
"""Of the entry, in every client."""


def plan(name: str, environ: Mapping[str, str], *, uninstall: bool) -> Change:
    """What there is to do for a client of this name; changes nothing.

    Raises Unsupported: the extra is missing; UnusableFile; ServiceError, as `executable`.
    """
    client = CLIENTS[name]
    edit = editor(client.form)
    file = files.read(client.find(environ))
    before = file.text
    path = (client.servers, NAME)
    with _named(file, client):
        there = _entry(edit, before, client.servers)
        _check_ours(there, file)
        if uninstall:
            after = before if there is None else _taken_out(edit, file, path)
        else:
            after = _entered(edit, before, path, there, client.entry(_checked_executable()))
        _check(edit, before, after, client.servers)
    if after == before:
        status = Status.UNCHANGED
    elif uninstall:
        status = Status.REMOVED
    else:
        status = Status.INSTALLED if there is None else Status.UPDATED
    return Change(file, status, after)


def program(name: str, environ: Mapping[str, str]) -> str | None:
    """What our entry in that client starts; None: there is none of ours. Raises UnusableFile."""
    client = CLIENTS[name]
    file = files.read(client.find(environ))
    with _named(file, client):
        there = _entry(editor(client.form), file.text, client.servers)
        _check_ours(there, file)
        return _program(there)


def _check_ours(there: object, file: files.File) -> None:
    """Raises UnusableFile."""
    if there is not None and _program(there) is None:
        raise UnusableFile(
            f"{visible_path(file.path)} has a server named {NAME} that is not sayso's",
            remedy="give it another name, or remove it; nothing was changed",
        )


@contextmanager
def _named(file: files.File, client: Client) -> Iterator[None]:
    """Raises UnusableFile for what its text is not."""
    try:
        yield
    except ValueError as error:
        form = f"{client.form.value} that {client.title} could read"
        raise UnusableFile(
            f"{visible_path(file.path)} is not {form}: {error}",
            remedy="mend it, then run this again; nothing was changed",
        ) from error


def _checked_executable() -> str:
    if find_spec("mcp") is None:
        raise Unsupported(
            "this sayso has no MCP server: the Python package mcp is missing",
            remedy=extras.advice("mcp"),
        )
    return executable()


def _taken_out(edit: Editor, file: files.File, path: tuple[str, ...]) -> str:
    """As it was before, where nothing else has changed since; else with no table of servers, where
    there was none."""
    after = edit.drop(file.text, path)
    try:
        copy = files.read(files.backup_of(file.path))
        was = edit.read(copy.text)
    except (UnusableFile, ValueError):  # nobody can tell how it was
        return after
    if copy.data is None or not isinstance(was, dict):
        return after
    servers = path[0]
    if servers not in was and edit.read(after).get(servers) == {}:
        after = edit.drop(after, (servers,))
    return copy.text if same(was, edit.read(after)) else after


def _entered(
    edit: Editor,
    text: str,
    path: tuple[str, ...],
    there: Mapping[str, Any] | None,
    wanted: Mapping[str, Any],
) -> str:
    """What the person has set otherwise stays so, but for the command."""
    if there is None:
        return edit.put(text, path, wanted)
    for key, value in wanted.items():
        if key == "command" or key not in there:
            text = edit.put(text, (*path, key), value)
    return text


def _entry(edit: Editor, text: str, servers: str) -> Any:
    """None: there is none. Raises ValueError."""
    whole = edit.read(text)
    holder = whole.get(servers, {}) if isinstance(whole, dict) else None
    if not isinstance(holder, dict):
        raise ValueError(f"{servers} is not a table of servers")  # noqa: TRY004 - of the text
    return holder.get(NAME)


def _check(edit: Editor, before: str, after: str, servers: str) -> None:
    """Raises ValueError where the other text says something else than ours alone."""
    one, other = edit.read(before), edit.read(after)
    for whole in (one, other):
        whole.setdefault(servers, {}).pop(NAME, None)
    if not same(one, other):
        raise ValueError("it is written in a way that can't be changed safely: change it by hand")


def _program(entry: object) -> str | None:
    """Of one that starts a `sayso mcp`, wherever that lies; None: it is none of ours."""
    match entry:
        case {"command": str(command), "args": ["mcp", *_]} if is_sayso(command):
            return command
        case {"command": [str(command), "mcp", *_]} if is_sayso(command):
            return command
    return None
