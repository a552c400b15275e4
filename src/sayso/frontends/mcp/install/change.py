"""What is to be changed in a client's configuration, and changing it."""

from __future__ import annotations

import difflib
import re
import shutil
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Protocol

from sayso import extras
from sayso.configuration import files, toml
from sayso.configuration.compare import same
from sayso.core.text import visible_path
from sayso.errors import ServiceError, Unsupported, UnusableFile
from sayso.frontends.mcp.install import jsonc
from sayso.frontends.mcp.install.clients import CLIENTS, Form

_EMPTY = ("", "{}", '{"mcpServers":{}}', '{"servers":{}}', "[mcp_servers]")
"""What a file that we have made holds once our entry has gone, but for spaces."""

NAME = "sayso"
"""Of the entry, in every client."""


class Status(StrEnum):
    INSTALLED = "installed"
    UPDATED = "updated"
    """Another `sayso` was entered before, or less of it."""
    REMOVED = "removed"
    UNCHANGED = "unchanged"
    """It is as it should be already."""


@dataclass(frozen=True)
class Change:
    """A file, and the text that it is to have."""

    file: files.File
    status: Status
    text: str
    is_shared: bool = False
    """Of a project: no copy stays beside it, and a new one is as open to others as any is."""

    def diff(self) -> str:
        """Unified; empty: there is nothing to change."""
        place = str(self.file.path)
        before = "/dev/null" if self.file.data is None else place
        lines = difflib.unified_diff(
            _lines(self.file.text), _lines(self.text), before, place, lineterm=""
        )
        return "\n".join(lines)

    def make(self) -> Path | None:
        """Where the file as it was is now; None: nowhere. Raises UnusableFile."""
        file = self.file
        if self.is_shared and file.data is None:
            file = files.create(file.path)
        return files.replace(file, self.text, backup=not self.is_shared)

    def undo(self) -> None:
        """As `make`, of what takes ours out, for good: no copy stays, nor a file that we have made
        and that has nothing in it any more. Raises UnusableFile."""
        backup = files.backup_of(self.file.path)
        files.replace(self.file, self.text, backup=False)
        if not backup.exists() and "".join(self.text.split()) in _EMPTY:
            files.remove(self.file.path)
        files.remove(backup)


class _Editor(Protocol):
    """Of one form; each raises ValueError for a text that it can't read or change."""

    def read(self, text: str) -> Any: ...
    def put(self, text: str, path: tuple[str, ...], value: object) -> str: ...
    def drop(self, text: str, path: tuple[str, ...]) -> str: ...


def executable() -> str:
    """The absolute path of the `sayso` that runs; a link to it stays a link. Raises ServiceError.

    Clients start it in any directory and with a PATH of their own.
    """
    called = shutil.which(sys.argv[0]) if _is_sayso(sys.argv[0]) else None
    found = called or shutil.which("sayso", path=str(Path(sys.executable).parent))
    if found is None:
        raise ServiceError(
            "there is no executable named sayso that a program could start",
            remedy="install sayso with pip, and run this as the sayso that it installs",
        )
    return str(Path(found).absolute())


def plan(name: str, environ: Mapping[str, str], *, uninstall: bool) -> Change:
    """What there is to do for a client of this name; changes nothing.

    Raises Unsupported: the extra is missing; UnusableFile; ServiceError, as `executable`.
    """
    client = CLIENTS[name]
    editor = _editor(client.form)
    file = files.read(client.find(environ))
    before = file.text
    path = (client.servers, NAME)
    try:
        there = _entry(editor, before, client.servers)
        if there is not None and not _is_ours(there):
            raise UnusableFile(
                f"{visible_path(file.path)} has a server named {NAME} that is not sayso's",
                remedy="give it another name, or remove it; nothing was changed",
            )
        if uninstall:
            after = before if there is None else editor.drop(before, path)
        else:
            after = _entered(editor, before, path, there, client.entry(_checked_executable()))
        _check(editor, before, after, client.servers)
    except ValueError as error:
        form = f"{client.form.value} that {client.title} could read"
        raise UnusableFile(
            f"{visible_path(file.path)} is not {form}: {error}",
            remedy="mend it, then run this again; nothing was changed",
        ) from error
    if after == before:
        status = Status.UNCHANGED
    elif uninstall:
        status = Status.REMOVED
    else:
        status = Status.INSTALLED if there is None else Status.UPDATED
    return Change(file, status, after)


def _checked_executable() -> str:
    if find_spec("mcp") is None:
        raise Unsupported(
            "this sayso has no MCP server: the Python package mcp is missing",
            remedy=extras.advice("mcp"),
        )
    return executable()


def _entered(
    editor: _Editor,
    text: str,
    path: tuple[str, ...],
    there: Mapping[str, Any] | None,
    wanted: Mapping[str, Any],
) -> str:
    """What the person has set otherwise stays so, but for the command."""
    if there is None:
        return editor.put(text, path, wanted)
    for key, value in wanted.items():
        if key == "command" or key not in there:
            text = editor.put(text, (*path, key), value)
    return text


def _entry(editor: _Editor, text: str, servers: str) -> Any:
    """None: there is none. Raises ValueError."""
    whole = editor.read(text)
    holder = whole.get(servers, {}) if isinstance(whole, dict) else None
    if not isinstance(holder, dict):
        raise ValueError(f"{servers} is not a table of servers")  # noqa: TRY004 - of the text
    return holder.get(NAME)


def _check(editor: _Editor, before: str, after: str, servers: str) -> None:
    """Raises ValueError where the other text says something else than ours alone."""
    one, other = editor.read(before), editor.read(after)
    for whole in (one, other):
        whole.setdefault(servers, {}).pop(NAME, None)
    if not same(one, other):
        raise ValueError("it is written in a way that can't be changed safely: change it by hand")


def _is_ours(entry: object) -> bool:
    """It starts a `sayso mcp`, wherever that lies."""
    match entry:
        case {"command": str(command), "args": ["mcp", *_]}:
            return _is_sayso(command)
    return False


def _is_sayso(command: str) -> bool:
    """On this system and the others, whose paths a shared configuration may have."""
    return re.split(r"[/\\]", command)[-1].lower() in ("sayso", "sayso.exe")


def _lines(text: str) -> list[str]:
    return text.removesuffix("\n").split("\n") if text else []


@dataclass(frozen=True)
class _Json:
    comments: bool

    def read(self, text: str) -> Any:
        return jsonc.parse(text, comments=self.comments).value if text.strip() else {}

    def put(self, text: str, path: tuple[str, ...], value: object) -> str:
        return jsonc.put(text, path, value, comments=self.comments)

    def drop(self, text: str, path: tuple[str, ...]) -> str:
        return jsonc.drop(text, path, comments=self.comments)


class _Toml:
    read = staticmethod(toml.parse)
    put = staticmethod(toml.put)
    drop = staticmethod(toml.drop)


def _editor(form: Form) -> _Editor:
    return _Toml() if form is Form.TOML else _Json(comments=form is Form.JSONC)
