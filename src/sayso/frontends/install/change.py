"""What is to be changed in a file of another program, and changing it."""

from __future__ import annotations

import difflib
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from sayso.configuration import files
from sayso.core.text import visible_path
from sayso.errors import UnusableFile

_EMPTY = (
    "",
    "{}",
    '{"version":1}',
    '{"mcpServers":{}}',
    '{"servers":{}}',
    '{"mcp":{}}',
    "[mcp_servers]",
)
"""What a file that we have made holds once our entry has gone, but for spaces."""


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
    makes_directories: bool = False
    """Of that, too: those that the place of a new one lacks."""
    keeps_copy: bool = False
    """The copy beside it is of before another change of ours that is in the file, and stays."""

    def diff(self) -> str:
        """Unified; empty: there is nothing to change."""
        place = str(self.file.path)
        return unified(place, self.file.text, self.text, is_new=self.file.data is None)

    def undo_diff(self) -> str:
        """Of `undo`, which may leave no file."""
        goes = self._is_emptied and not self.keeps_copy
        goes = goes and not files.backup_of(self.file.path).exists()
        text = "" if goes else self.text
        return unified(str(self.file.path), self.file.text, text, is_gone=goes)

    @property
    def _is_emptied(self) -> bool:
        return "".join(self.text.split()) in _EMPTY

    def make(self) -> Path | None:
        """Where the file as it was is now; None: nowhere. Raises UnusableFile."""
        file = self.file
        if self.is_shared and file.data is None:
            file = files.create(file.path, parents=self.makes_directories)
        return files.replace(file, self.text, backup=not (self.is_shared or self.keeps_copy))

    def undo(self) -> None:
        """As `make`, of what takes ours out, for good: no copy stays, nor a file that we have made
        and that has nothing in it any more. Raises UnusableFile."""
        files.replace(self.file, self.text, backup=False)
        self.clear_up()

    def clear_up(self) -> None:
        """What is left of ours beside it, once it is undone. Raises UnusableFile."""
        if self.keeps_copy:
            return
        backup = files.backup_of(self.file.path)
        if self._is_emptied and not backup.exists():
            files.remove(self.file.path)
        files.remove(backup)

    def put_back(self) -> None:
        """The file as it was before it was changed by this. Raises UnusableFile."""
        if self.file.data is None:
            files.remove(self.file.path)
        else:
            files.replace(files.read(self.file.path), self.file.text, backup=False)


def unified(
    place: str, before: str, after: str, *, is_new: bool = False, is_gone: bool = False
) -> str:
    """As diff -u has it; empty: they are the same. `is_new`, `is_gone`: it is no file yet, or will
    be none any more."""
    old, new = (_NO_FILE if is_none else place for is_none in (is_new, is_gone))
    return "\n".join(difflib.unified_diff(_lines(before), _lines(after), old, new, lineterm=""))


_NO_FILE = "/dev/null"


def make_all(changes: Sequence[Change]) -> tuple[Path | None, ...]:
    """As each one's `make`: all of them, or none. Raises UnusableFile."""
    copies: list[Path | None] = []
    try:
        for change in changes:
            copies.append(change.make())  # noqa: PERF401 - those that were made are put back
    except UnusableFile:
        for made, copy in zip(changes, copies, strict=False):
            _put_back(made)
            if copy:
                files.remove(copy)
        raise
    return tuple(copies)


def undo_all(changes: Sequence[Change]) -> None:
    """As each one's `undo`: all of them, or none. Raises UnusableFile."""
    done: list[Change] = []
    try:
        for change in changes:
            files.replace(change.file, change.text, backup=False)
            done.append(change)
    except UnusableFile:
        for change in done:
            _put_back(change)
        raise
    for change in changes:
        change.clear_up()


def _put_back(change: Change) -> None:
    """Raises UnusableFile, which names what is left changed."""
    try:
        change.put_back()
    except UnusableFile as error:
        raise UnusableFile(
            f"{visible_path(change.file.path)} is left changed: {error.message}",
            remedy="mend that, then run this again",
        ) from error


def _lines(text: str) -> list[str]:
    return text.removesuffix("\n").split("\n") if text else []
