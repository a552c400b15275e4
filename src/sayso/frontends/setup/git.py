"""git: adds sayso to the helpers in `credential.helper`, by git's own command.

git-config(1) says where the person's file is. git edits a copy of it, so that the change can be
shown first; the file itself is then changed like any other program's.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from sayso import installed
from sayso.configuration import files
from sayso.core.text import visible_line
from sayso.errors import ServiceError, UnusableFile
from sayso.frontends.install.change import Change, Status
from sayso.frontends.install.places import Environ
from sayso.frontends.setup.program import Program, ask, require
from sayso.platforms.contract.doctor import Finding, Health

NAME = "git"
_HELPER = "git-credential-sayso"
_CONFIG = ("git", "config")
_KEY = "credential.helper"
_OURS = r"^!?'?(.*[/\\])?git-credential-sayso(\.exe)?'?$|^sayso$"
"""Matches each value that starts sayso's helper, by its name or its path. git and Python read this
pattern alike."""
_HOW = f"sayso setup {NAME}"


def _set_up(environ: Environ) -> tuple[Change, ...]:
    require("git", NAME)
    file, path = files.read(_file(environ)), installed.beside(_HELPER)
    ours, helper = _ours(file.text), _helper(path)
    if ours == [helper]:
        return (Change(file, Status.UNCHANGED, file.text),)
    status = Status.UPDATED if ours else Status.INSTALLED
    text = _added(_dropped(file.text), helper)
    return (Change(file, status, text, keeps_copy=bool(ours)),)


def _undo(environ: Environ) -> tuple[Change, ...]:
    """The change of each file that may have sayso: git reads several, and the one to write to
    changes with those that are there."""
    there = [path for path in every_file(environ) if path.is_file()]
    read = {file.path: file for file in map(files.read, there or [_file(environ)])}
    return tuple(map(_taken_out, read.values()))


def _taken_out(file: files.File) -> Change:
    if "sayso" not in file.text:
        return Change(file, Status.UNCHANGED, file.text)
    require("git", NAME)
    try:
        text = _undone(file)
    except UnusableFile as error:
        error.path = str(file.path)
        raise
    status = Status.UNCHANGED if text == file.text else Status.REMOVED
    return Change(file, status, text)


def _undone(file: files.File) -> str:
    """The text of the file before sayso was entered, if nobody has changed it since; else the text
    without sayso, as git writes it."""
    was = files.read(files.backup_of(file.path))
    for helper in _ours(file.text):
        if was.data is not None and _added(was.text, helper) == file.text:
            return was.text
    return _dropped(file.text)


def _helper(path: str) -> str:
    """The value for `credential.helper`, see gitcredentials(7): the helper's short name where git
    always finds it, else a command for a shell. A virtual environment does not count for that: it
    is in PATH only while it is active."""
    found, passing = shutil.which(_HELPER), installed.environment()
    if found and Path(found).samefile(path) and passing not in Path(found).parents:
        return "sayso"
    return path if shlex.quote(path) == path else f"!{shlex.quote(path)}"


def _file(environ: Environ) -> Path:
    """The person's own configuration of git, as git-config(1) describes it under --global."""
    *named, usual, other = every_file(environ)
    if named:
        return named[0]
    return other if other.exists() and not usual.exists() else usual


def every_file(environ: Environ) -> tuple[Path, ...]:
    """All files that git-config(1) names for a person's own configuration."""
    named = environ.get("GIT_CONFIG_GLOBAL")
    usual = Path.home() / ".gitconfig"
    other = Path(environ.get("XDG_CONFIG_HOME") or Path.home() / ".config", "git", "config")
    return (*((Path(named).absolute(),) if named else ()), usual, other)


def _added(text: str, helper: str) -> str:
    return _edited(text, "--add", _KEY, helper)


def _dropped(text: str) -> str:
    return _edited(text, "--unset-all", _KEY, _OURS) if _ours(text) else text


def _ours(text: str) -> list[str]:
    """The values of `credential.helper` that start sayso's helper. Raises UnusableFile,
    Unsupported."""
    with _copied(text) as copy:
        status, said = ask(
            [*_CONFIG, "--file", str(copy), "--null", "--get-all", _KEY], copy.parent
        )
    if status > 1:  # 1: the key is not set
        raise _unreadable(status)
    return [value for value in said.split("\0") if re.match(_OURS, value)]


def _edited(text: str, *words: str) -> str:
    """The text as `git config` changes it with these arguments. Raises UnusableFile,
    Unsupported."""
    with _copied(text) as copy:
        status, _ = ask([*_CONFIG, "--file", str(copy), *words], copy.parent)
        if status:
            raise _unreadable(status)
        return copy.read_bytes().decode()


@contextmanager
def _copied(text: str) -> Iterator[Path]:
    """The path of a file with this text, in a directory that nobody else can read. Both are deleted
    at the end."""
    with TemporaryDirectory(prefix="sayso-") as directory:
        copy = Path(directory, "config")
        copy.write_bytes(text.encode())
        yield copy


def _unreadable(status: int) -> UnusableFile:
    return UnusableFile(
        f"git can't read or change its own configuration: it ends with status {status}",
        remedy="see what git config --global --list says; nothing was changed",
    )


def _settle(is_set_up: bool) -> str:
    return "git asks through sayso from now on." if is_set_up else "git asks as before from now on."


# For the doctor


def _findings(_environ: Environ) -> Iterator[Finding]:
    """The finding on git, by all of git's configuration files but those of a repository."""
    if not shutil.which("git"):
        return
    try:
        status, said = ask([*_CONFIG, "--null", "--get-all", _KEY], Path.home())
        if status > 1:
            raise _unreadable(status)
    except ServiceError as error:
        yield Finding(NAME, Health.DOUBTFUL, error.message, error.remedy)
        return
    yield _of_helpers(said.split("\0")[:-1])


def _of_helpers(helpers: list[str]) -> Finding:
    """The finding on this list of helpers. An empty helper takes those before it out of the
    list."""
    ours = [helper for helper in helpers if re.match(_OURS, helper)]
    heeded = helpers[len(helpers) - helpers[::-1].index("") :] if "" in helpers else helpers
    if not ours:
        others = f"by {', '.join(map(_named, heeded))}, then " if heeded else ""
        words = f"asks {others}in the terminal; to have dialogs: {_HOW}"
        return Finding(NAME, Health.WORKS, words)
    if ours[-1] not in heeded:
        words = f"{_KEY} is empty behind ours, which takes it out of the list"
        return Finding(NAME, Health.DOUBTFUL, words, f"{_CONFIGURED}, and take the empty one out")
    if not _is_there(ours[-1]):
        words = f"the helper is gone: {visible_line(ours[-1])}"
        return Finding(NAME, Health.DOUBTFUL, words, f"sayso link, or: {_HOW}")
    return Finding(NAME, Health.WORKS, f"asks by its helper {visible_line(ours[-1])}")


def _named(helper: str) -> str:
    """The helper by its name alone: a command for a shell may hold a password."""
    return "a command of yours" if helper.startswith("!") else visible_line(_first_word(helper))


_CONFIGURED = f"git config --show-origin --get-all {_KEY}"


def _is_there(helper: str) -> bool:
    if helper != "sayso":
        return shutil.which(_first_word(helper.removeprefix("!"))) is not None
    # git has a terminal's PATH, which may be longer than ours
    theirs = os.pathsep.join(map(str, installed.person_s_programs()))
    return any(shutil.which(_HELPER, path=path) for path in (None, theirs))


def _first_word(command: str) -> str:
    try:
        return next(iter(shlex.split(command)), "")
    except ValueError:  # a quotation mark is not closed
        return command


PROGRAM = Program(NAME, _set_up, _undo, _settle, _findings, has_marks=False)
