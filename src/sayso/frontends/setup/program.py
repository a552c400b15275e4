"""What is known of a program that can have sayso ask."""

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
"""Of every line above ours: several programs may have theirs in one file."""
PATIENCE = 10
"""Seconds for what each of these commands does in a moment."""


@dataclass(frozen=True)
class Program:
    """Of those functions that take one, the environment is that of whoever wants it."""

    name: str
    set_up: Callable[[Environ], tuple[Change, ...]]
    """What there is to do; changes nothing. Raises Unsupported: it is not installed, or can't be
    set up here; UnusableFile; ServiceError: there is no command of ours to enter."""
    undo: Callable[[Environ], tuple[Change, ...]]
    """Likewise, to take ours out; also where the program has gone, or sayso has moved."""
    settle: Callable[[bool], str]
    """Has what runs take notice, once it is set up (True) or undone; what was done, or is left to
    do, in words."""
    findings: Callable[[Environ], Iterator[Finding]]
    """How it stands, for the doctor; none where it is not installed. Starts nothing."""


def marks(name: str) -> Block:
    """Around our lines for this program, in a file in which # begins a comment."""
    begin = f"{_BEGIN} {name}"
    return Block(
        f"{begin}; `sayso setup {name} --undo` takes this out", f"# sayso: end {name}", begin
    )


def require(command: str, name: str) -> None:
    """Raises Unsupported."""
    if shutil.which(command) is None:
        raise Unsupported(
            f"{name} is not installed here: there is no {command}", remedy=f"install {name} first"
        )


def planned(path: Path, block: Block, edit: Callable[[str], str], *, undo: bool) -> Change:
    """What `edit` makes of the file that has the block, or gets it. Raises UnusableFile, also where
    that raises ValueError."""
    file = files.read(path)
    try:
        text = edit(file.text)
    except ValueError as error:
        raise UnusableFile(
            f"{visible_path(file.path)} has {error}",
            remedy="take out the lines that begin with # sayso: and run this again; "
            "nothing was changed",
        ) from error
    if file.text == text:
        status = Status.UNCHANGED
    elif undo:
        status = Status.REMOVED
    else:
        status = Status.UPDATED if block.begins in file.text else Status.INSTALLED
    return Change(file, status, text, keeps_copy=_BEGIN in (text if undo else file.text))


def ask(command: Sequence[str], cwd: Path | None = None) -> tuple[int, str]:
    """Its exit status and what it says on standard output. Raises Unsupported: it can't be
    started, or does not end."""
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
