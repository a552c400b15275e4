"""Plans how to change a client's configuration for our entry among its servers."""

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
"""Name of our entry in every client."""


def plan(name: str, environ: Mapping[str, str], *, uninstall: bool) -> Change:
    """The change that enters our entry for the client `name`, or removes it; nothing is written.

    Raises Unsupported if the extra is missing; UnusableFile; ServiceError like `executable`.
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
            after = before if there is None else _taken_out(edit, file, path, there)
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
    """The executable that our entry in the client `name` starts; None: there is no entry. Raises
    UnusableFile, also if the entry is not ours."""
    client = CLIENTS[name]
    file = files.read(client.find(environ))
    with _named(file, client):
        there = _entry(editor(client.form), file.text, client.servers)
        _check_ours(there, file)
        return _program(there)


def _check_ours(there: object, file: files.File) -> None:
    """Raises UnusableFile if the entry that is there is not ours."""
    if there is not None and _program(there) is None:
        raise UnusableFile(
            f"{visible_path(file.path)} has a server named {NAME} that is not sayso's",
            remedy="give it another name, or remove it; nothing was changed",
        )


@contextmanager
def _named(file: files.File, client: Client) -> Iterator[None]:
    """Raises UnusableFile in place of a ValueError about the file's text."""
    try:
        yield
    except ValueError as error:
        form = f"{client.form.value} that {client.title} could read"
        raise UnusableFile(
            f"{visible_path(file.path)} is not {form}: {error}",
            remedy="mend it, then run this again; nothing was changed",
            path=str(file.path),
        ) from error


def _checked_executable() -> str:
    if find_spec("mcp") is None:
        raise Unsupported(
            "this sayso has no MCP server: the Python package mcp is missing",
            remedy=extras.advice("mcp"),
        )
    return executable()


def _taken_out(
    edit: Editor, file: files.File, path: tuple[str, ...], there: Mapping[str, Any]
) -> str:
    """The text without our entry `there`. If nobody has changed a letter since we entered it, this
    is the text from before; else an empty table of servers goes too, if there was none before."""
    after = edit.drop(file.text, path)
    try:
        copy = files.read(files.backup_of(file.path))
        was = edit.read(copy.text)
        is_untouched = edit.put(copy.text, path, there) == file.text
    except (UnusableFile, ValueError):  # nobody can tell how it was
        return after
    if copy.data is None or not isinstance(was, dict):
        return after
    servers = path[0]
    if servers not in was and edit.read(after).get(servers) == {}:
        after = edit.drop(after, (servers,))
    return copy.text if is_untouched and same(was, edit.read(after)) else after


def _entered(
    edit: Editor,
    text: str,
    path: tuple[str, ...],
    there: Mapping[str, Any] | None,
    wanted: Mapping[str, Any],
) -> str:
    """The text with our entry. What the person has changed in it stays, except the command."""
    if there is None:
        return edit.put(text, path, wanted)
    for key, value in wanted.items():
        if key == "command" or key not in there:
            text = edit.put(text, (*path, key), value)
    return text


def _entry(edit: Editor, text: str, servers: str) -> Any:
    """The entry of our name; None: there is none. Raises ValueError."""
    whole = edit.read(text)
    holder = whole.get(servers, {}) if isinstance(whole, dict) else None
    if not isinstance(holder, dict):
        raise ValueError(f"{servers} is not a table of servers")  # noqa: TRY004 - the text is wrong
    return holder.get(NAME)


def _check(edit: Editor, before: str, after: str, servers: str) -> None:
    """Raises ValueError if the two texts differ in more than our entry."""
    one, other = edit.read(before), edit.read(after)
    for whole in (one, other):
        whole.setdefault(servers, {}).pop(NAME, None)
    if not same(one, other):
        raise ValueError("it is written in a way that can't be changed safely: change it by hand")


def _program(entry: object) -> str | None:
    """The executable of an entry that starts `sayso mcp`, wherever sayso lies; None: the entry is
    not ours."""
    match entry:
        case {"command": str(command), "args": ["mcp", *_]} if is_sayso(command):
            return command
        case {"command": [str(command), "mcp", *_]} if is_sayso(command):
            return command
    return None
