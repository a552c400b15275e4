"""ssh and sudo: sets environment variables that name the program that asks.

They are set in files that are read when the person logs in: in those of shells, and in one for
environment.d where systemd starts what the desktop shows. Both are needed, as a session may be
started in either way.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from sayso import installed
from sayso.configuration import files
from sayso.core.text import visible_line, visible_path
from sayso.errors import ServiceError, Unsupported, UnusableFile
from sayso.frontends.install.block import lines
from sayso.frontends.install.change import Change, Status
from sayso.frontends.install.places import Environ
from sayso.frontends.setup.program import Program, marks, planned, require
from sayso.platforms import select
from sayso.platforms.contract.doctor import Finding, Health

_ASKPASS = "sayso-askpass"
_PLAIN = re.compile(r"[\w@%+:,./-]+", re.ASCII)


@dataclass(frozen=True)
class Variables:
    """The environment variables of one program."""

    program: str
    name: str
    """The variable that names the program that asks."""
    note: str
    """What the person has to know once it is set up."""
    more: Mapping[str, str] = field(default_factory=dict)
    """Further variables, and their values."""

    @property
    def how(self) -> str:
        return f"sayso setup {self.program}"

    def values(self) -> dict[str, str]:
        """All variables, and their values. Raises ServiceError; Unsupported: no file could have the
        path of sayso-askpass."""
        path = installed.beside(_ASKPASS)
        if not path.isprintable():
            raise Unsupported(
                f"the path of {_ASKPASS} can't stand in a file: {visible_path(path)}",
                remedy="install sayso elsewhere",
            )
        return {self.name: path, **self.more}

    def of_manager(self, environ: Environ) -> Path | None:
        """The file in environment.d; None: this system has no such directory. If several files set
        a variable, the last by name counts."""
        directory = select.places().login_files(environ).directory
        return Path(directory, f"90-sayso-{self.program}.conf") if directory else None

    def every_file(self, environ: Environ) -> tuple[Path, ...]:
        """All files that may hold sayso's lines, also those that are no longer read."""
        places = select.places().login_files(environ)
        file = self.of_manager(environ)
        return _once((*places.profiles, *places.others, *((str(file),) if file else ())))


def _set_up(variables: Variables, environ: Environ) -> tuple[Change, ...]:
    require(variables.program, variables.program)
    values, block = variables.values(), marks(variables.program)
    bodies = {
        path: [_exported(values)] for path in _once(select.places().login_files(environ).profiles)
    }
    if not bodies:
        said = " ".join(f'{name}="{value}"' for name, value in values.items())
        raise Unsupported(
            "this system keeps variables elsewhere than in files, where sayso does not change them",
            remedy=f"set them yourself: {said}",
        )
    if file := variables.of_manager(environ):
        bodies[file] = [f"{name}={_quoted(value)}" for name, value in values.items()]
    return tuple(
        planned(path, block, partial(block.put, body=body), undo=False)
        for path, body in bodies.items()
    )


def _undo(variables: Variables, environ: Environ) -> tuple[Change, ...]:
    block = marks(variables.program)
    every = variables.every_file(environ)
    return tuple(planned(path, block, block.drop, undo=True) for path in every)


def _settle(variables: Variables, is_set_up: bool) -> str:
    if is_set_up:
        return f"What you start after your next login has it. {variables.note}"
    return "What runs has it until you log out."


def _once(paths: Iterable[str]) -> tuple[Path, ...]:
    """The paths with all links resolved, each once: several links may lead to one file."""
    return tuple(dict.fromkeys(Path(os.path.realpath(path)) for path in paths))


def _exported(values: Mapping[str, str]) -> str:
    return "export " + " ".join(f"{name}={shlex.quote(value)}" for name, value in values.items())


def _quoted(value: str) -> str:
    """The value in the syntax of environment.d(5), which expands $ between quotes as well, and
    turns $$ into one $."""
    if _PLAIN.fullmatch(value):
        return value
    return '"' + re.sub(r'([\\"`])', r"\\\1", value).replace("$", "$$") + '"'


# For the doctor

_Trouble = tuple[str, str]
"""What is wrong, and what to do."""


def _findings(variables: Variables, environ: Environ) -> Iterator[Finding]:
    if not shutil.which(variables.program):
        return
    found = (*_of_files(variables, environ), *_of_session(variables, environ))
    troubles = dict.fromkeys(found)  # what can't be read is found twice
    for words, remedy in troubles:
        yield Finding(variables.program, Health.DOUBTFUL, words, remedy)
    if not troubles:
        yield Finding(variables.program, Health.WORKS, _how_it_asks(variables, environ))


def _of_files(variables: Variables, environ: Environ) -> Iterator[_Trouble]:
    """What is wrong with the files; nothing if it was not set up."""
    try:
        changes = _set_up(variables, environ)
    except Unsupported:  # then it can only be set by hand
        return
    except ServiceError as error:
        yield error.message, error.remedy
        return
    if all(change.status is Status.INSTALLED for change in changes):
        return
    for change in changes:
        where = visible_path(change.file.path)
        if change.status is not Status.UNCHANGED:
            yield f"{where} is not as this sayso sets it up", variables.how
        elif shadow := _shadow(variables, change.file):
            yield f"{where} sets it again behind ours, in line {shadow}", "take that out"
    for file in _later(variables, environ):
        words = f"{visible_path(file)} sets {variables.name} again, and comes later"
        yield words, "take that out"


def _shadow(variables: Variables, file: files.File) -> int | None:
    """The number of the first line after sayso's that sets the variable again; None: there is no
    such line."""
    _, _, after = marks(variables.program).parts(file.text)
    first = len(lines(file.text)) - len(lines(after)) + 1
    numbered = enumerate(lines(after), first)
    return next((number for number, line in numbered if _sets(variables).match(line)), None)


def _sets(variables: Variables) -> re.Pattern[str]:
    return re.compile(rf"[^#]*\b{variables.name}=")


def _later(variables: Variables, environ: Environ) -> Iterator[Path]:
    ours = variables.of_manager(environ)
    if ours is None:
        return
    for file in sorted(ours.parent.glob("*.conf")):
        if file.name > ours.name:
            try:
                text = files.read(file).text
            except UnusableFile:  # systemd can't read it either
                continue
            if any(map(_sets(variables).match, lines(text))):
                yield file


def _of_session(variables: Variables, environ: Environ) -> Iterator[_Trouble]:
    value = environ.get(variables.name, "")
    if _is_ours(value):
        if shutil.which(value) is None:
            yield f"what asks is gone: {visible_path(value)}", f"{variables.how}; then log in again"
        return
    try:
        is_set_up = any(map(partial(_has_ours, variables), variables.every_file(environ)))
    except UnusableFile as error:
        yield error.message, error.remedy
        return
    if is_set_up:
        now = f"is {visible_path(value)}" if value else "is not set"
        words = f"{variables.name} {now} in this session, though it is set up for the next one"
        yield words, "log in again; if that does not help, find what sets it otherwise"


def _is_ours(value: str) -> bool:
    return Path(value).stem == _ASKPASS


def _has_ours(variables: Variables, path: Path) -> bool:
    """Whether sayso's lines are in the file. Raises UnusableFile."""
    return marks(variables.program).begins in files.read(path).text


def _how_it_asks(variables: Variables, environ: Environ) -> str:
    value = environ.get(variables.name)
    if not value:
        return f"asks in the terminal; to have dialogs: {variables.how}"
    shown = visible_path(value)
    if not _is_ours(value):
        return f"asks by {shown}; to change that: {variables.how}"
    others = [f"{name}={environ.get(name, '')}" for name in variables.more]
    return visible_line(", with ".join((f"asks by {shown}", *others)))


def _program(variables: Variables) -> Program:
    return Program(
        variables.program,
        partial(_set_up, variables),
        partial(_undo, variables),
        partial(_settle, variables),
        partial(_findings, variables),
    )


SSH = Variables(
    "ssh",
    "SSH_ASKPASS",
    "An ssh-agent that runs already has it once it is started anew.",
    {"SSH_ASKPASS_REQUIRE": "prefer"},
)
"""ssh(1): with `prefer` ssh uses SSH_ASKPASS at a terminal, too, and only where there is a
screen."""
SUDO = Variables("sudo", "SUDO_ASKPASS", "sudo asks by a dialog where it is told to: sudo -A.")
PROGRAMS = (_program(SSH), _program(SUDO))
