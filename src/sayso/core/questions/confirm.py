"""The kind *confirm*: approve or deny."""

from __future__ import annotations

from enum import StrEnum
from functools import cached_property

from sayso.core.questions.fingerprint import fingerprint
from sayso.values import Value, fields

TYPE_CHECKING = False  # as in typing, which takes long to load
if TYPE_CHECKING:
    from typing import ClassVar, Literal


class Severity(StrEnum):
    """How much is at stake."""

    NORMAL = "normal"
    DESTRUCTIVE = "destructive"
    """Looks it, has the shorter deadline, and *deny* has the focus."""


class Choice(StrEnum):
    """What a person can do with a confirm dialog."""

    APPROVE = "approve"
    DENY = "deny"
    DISMISS = "dismiss"


class Confirm(Value):
    """Everything that a confirm dialog shows and offers, in the asker's words.

    Empty `title`, `details` or label: left out; the dialog then uses its own word.
    """

    kind: ClassVar[Literal["confirm"]] = "confirm"
    secret: ClassVar[bool] = False
    """The answer holds a secret."""
    message: str
    title: str = ""
    details: str = ""
    approve: str = ""
    deny: str = ""
    severity: Severity = Severity.NORMAL

    @cached_property
    def fingerprint(self) -> str:
        return fingerprint(self.kind, fields(self))
