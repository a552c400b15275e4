"""The kind *confirm*: approve or deny."""

import hashlib
import json
from dataclasses import asdict, dataclass
from enum import StrEnum
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


@dataclass(frozen=True)
class Confirm:
    """Everything that a confirm dialog shows and offers, in the asker's words.

    Empty `title`, `details` or label: left out; the dialog then uses its own word.
    """

    kind: ClassVar[Literal["confirm"]] = "confirm"
    message: str
    title: str = ""
    details: str = ""
    approve: str = ""
    deny: str = ""
    severity: Severity = Severity.NORMAL

    @property
    def fingerprint(self) -> str:
        """SHA-256, in hex, over the canonical form (JSON with sorted keys) of all of it."""
        canonical = json.dumps({"kind": self.kind} | asdict(self), sort_keys=True)
        return hashlib.sha256(canonical.encode()).hexdigest()
