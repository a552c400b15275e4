"""What is to be changed in a file of another program, and changing it."""

from __future__ import annotations

import difflib
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from sayso.configuration import files

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
            file = files.create(file.path, parents=self.makes_directories)
        return files.replace(file, self.text, backup=not self.is_shared)

    def undo(self) -> None:
        """As `make`, of what takes ours out, for good: no copy stays, nor a file that we have made
        and that has nothing in it any more. Raises UnusableFile."""
        backup = files.backup_of(self.file.path)
        files.replace(self.file, self.text, backup=False)
        if not backup.exists() and "".join(self.text.split()) in _EMPTY:
            files.remove(self.file.path)
        files.remove(backup)


def _lines(text: str) -> list[str]:
    return text.removesuffix("\n").split("\n") if text else []
