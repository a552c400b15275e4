"""What there is to know about a program that can ask through sayso."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from sayso.configuration import files
from sayso.core.text import visible_path
from sayso.errors import Unsupported, UnusableFile
from sayso.frontends.install.block import Block
from sayso.frontends.install.change import Change, Status
from sayso.frontends.install.places import Environ
from sayso.platforms.contract.doctor import Finding

_BEGIN = "# sayso: begin"
"""How the first mark begins for every program: several may have lines in one file."""
PATIENCE = 10
"""Seconds after which a command that should take only a moment is taken to hang."""


@dataclass(frozen=True)
class Program:
    """A program that can ask through sayso. An environment that its functions take is that of the
    process on whose behalf they are called."""

    name: str
    set_up: Callable[[Environ], tuple[Change, ...]]
    """The changes that set it up; changes nothing itself. Raises Unsupported: the program is not
    installed, or can't be set up here; UnusableFile; ServiceError: there is no command of sayso's
    to enter."""
    undo: Callable[[Environ], tuple[Change, ...]]
    """Like `set_up`, but the changes that take sayso out; also where the program has gone, or sayso
    has moved."""
    settle: Callable[[bool], str]
    """Has running processes take notice, after set-up (True) or undo (False). Returns in words what
    was done or is left to do."""
    findings: Callable[[Environ], Iterator[Finding]]
    """The doctor's findings; none if the program is not installed. Starts nothing."""
    has_marks: bool = True
    """Whether sayso's lines stand between the marks for this program."""

    @property
    def sign(self) -> str:
        """What a file has in it where sayso may have been entered for this program."""
        return marks(self.name).begins if self.has_marks else "sayso"


def marks(name: str) -> Block:
    """The marks around sayso's lines for this program, in a file where # begins a comment."""
    begin = f"{_BEGIN} {name}"
    return Block(
        f"{begin}; `sayso setup {name} --undo` takes this out", f"# sayso: end {name}", begin
    )


def require(command: str, name: str) -> None:
    """Raises Unsupported unless this command is installed. `name`: what the program is called."""
    if shutil.which(command) is None:
        raise Unsupported(
            f"{name} is not installed here: there is no {command}", remedy=f"install {name} first"
        )


def planned(path: Path, block: Block, edit: Callable[[str], str], *, undo: bool) -> Change:
    """The change that `edit` makes of the file that has the block, or gets it. Raises UnusableFile,
    also where `edit` raises ValueError."""
    file = files.read(path)
    try:
        text = edit(file.text)
    except ValueError as error:
        raise UnusableFile(
            f"{visible_path(file.path)} has {error}",
            remedy="take out the lines that begin with # sayso: and run this again; "
            "nothing was changed",
            path=str(file.path),
        ) from error
    if file.text == text:
        status = Status.UNCHANGED
    elif undo:
        status = Status.REMOVED
    else:
        status = Status.UPDATED if block.begins in file.text else Status.INSTALLED
    return Change(file, status, text, keeps_copy=_BEGIN in (text if undo else file.text))


def ask(command: Sequence[str], cwd: Path | None = None) -> tuple[int, str]:
    """Runs the command. Returns its exit status and its standard output. Raises Unsupported: it
    can't be started, or does not end."""
    try:
        done = subprocess.run(  # noqa: S603 - fixed words, no shell
            command,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=PATIENCE,
            check=False,
            cwd=cwd,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        why = "it does not end" if isinstance(error, subprocess.TimeoutExpired) else error.strerror
        raise Unsupported(f"{command[0]}: {why}", remedy=f"see why {command[0]} fails") from error
    return done.returncode, done.stdout.decode("utf-8", "surrogateescape")
