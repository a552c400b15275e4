"""A planned change of another program's file, and how it is made and undone."""

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
"""What a file that sayso created contains, apart from white space, once sayso's entry is out."""


class Status(StrEnum):
    INSTALLED = "installed"
    UPDATED = "updated"
    """The entry of another sayso was there before, or only a part of the entry."""
    REMOVED = "removed"
    UNCHANGED = "unchanged"
    """The file is already as it should be."""


@dataclass(frozen=True)
class Change:
    """A file, and the text that it is to have."""

    file: files.File
    status: Status
    text: str
    is_shared: bool = False
    """The file belongs to a project: no copy stays beside it, and if it is new, others can read it
    like any new file."""
    makes_directories: bool = False
    """Missing directories are created for a new file of a project."""
    keeps_copy: bool = False
    """The copy beside the file is from before another change of sayso's that is still in the file.
    It stays, and is not replaced."""

    def diff(self) -> str:
        """The change as a unified diff; empty: there is nothing to change."""
        place = str(self.file.path)
        return unified(place, self.file.text, self.text, is_new=self.file.data is None)

    def undo_diff(self) -> str:
        """What `undo` does as a unified diff: it may delete the file."""
        goes = self._is_emptied and not self.keeps_copy
        goes = goes and not files.backup_of(self.file.path).exists()
        text = "" if goes else self.text
        return unified(str(self.file.path), self.file.text, text, is_gone=goes)

    @property
    def _is_emptied(self) -> bool:
        return "".join(self.text.split()) in _EMPTY

    def make(self) -> Path | None:
        """Writes the file. Returns the path of the copy of the old file; None: there is no copy.
        Raises UnusableFile."""
        file = self.file
        if self.is_shared and file.data is None:
            file = files.create(file.path, parents=self.makes_directories)
        return files.replace(file, self.text, backup=not (self.is_shared or self.keeps_copy))

    def undo(self) -> None:
        """Writes the file, for a change that takes sayso's entry out for good; then clears up: see
        `clear_up`. Raises UnusableFile."""
        files.replace(self.file, self.text, backup=False)
        self.clear_up()

    def clear_up(self) -> None:
        """After an undo, deletes the copy beside the file, and the file itself if sayso created it
        and nothing is left in it. Does nothing if the copy is to be kept. Raises UnusableFile."""
        if self.keeps_copy:
            return
        backup = files.backup_of(self.file.path)
        if self._is_emptied and not backup.exists():
            files.remove(self.file.path)
        files.remove(backup)

    def put_back(self) -> None:
        """Restores the file as it was before this change. Raises UnusableFile."""
        if self.file.data is None:
            files.remove(self.file.path)
        else:
            files.replace(files.read(self.file.path), self.file.text, backup=False)


def unified(
    place: str, before: str, after: str, *, is_new: bool = False, is_gone: bool = False
) -> str:
    """The difference as diff -u writes it; empty: both texts are equal. `is_new`, `is_gone`: the
    file does not exist before, or after the change."""
    old, new = (_NO_FILE if is_none else place for is_none in (is_new, is_gone))
    return "\n".join(difflib.unified_diff(_lines(before), _lines(after), old, new, lineterm=""))


_NO_FILE = "/dev/null"


def make_all(changes: Sequence[Change]) -> tuple[Path | None, ...]:
    """Makes all changes, or none. Returns what each `make` returns. Raises UnusableFile."""
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
    """Undoes all changes, or none, and then clears up after each. Raises UnusableFile."""
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
    """Like `Change.put_back`, but the UnusableFile that it raises names the file that is left
    changed."""
    try:
        change.put_back()
    except UnusableFile as error:
        raise UnusableFile(
            f"{visible_path(change.file.path)} is left changed: {error.message}",
            remedy="mend that, then run this again",
        ) from error


def _lines(text: str) -> list[str]:
    return text.removesuffix("\n").split("\n") if text else []
