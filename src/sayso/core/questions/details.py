"""The kinds of text that the details of a question may be, plain text among them."""

from __future__ import annotations

from enum import StrEnum


class DetailKind(StrEnum):
    """How the dialog draws the details. Every kind shows all of their characters, in their
    order."""

    TEXT = "text"
    COMMAND = "command"
    """A command for a shell: two commands that differ never look the same, whatever the direction
    of their characters."""
    DIFF = "diff"
    """A unified diff."""
    FIELDS = "fields"
    """Lines of `Name: value`; further lines of a value are indented by two spaces."""
