"""What the details of a question are, beside plain text."""

from __future__ import annotations

from enum import StrEnum


class DetailKind(StrEnum):
    """How the dialog draws them. Each shows all of them, in their order."""

    TEXT = "text"
    COMMAND = "command"
    """For a shell: two that differ never look the same, whatever their order."""
    DIFF = "diff"
    """A unified one."""
    FIELDS = "fields"
    """Lines of `Name: value`; further lines of a value are indented by two spaces."""
