"""The kind *password*: one secret, typed or not."""

from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, Literal

from sayso.core.questions.confirm import Severity
from sayso.core.questions.fingerprint import fingerprint


@dataclass(frozen=True)
class Password:
    """Everything that a password dialog shows and offers, in the asker's words.

    Empty `title`, `details`, `error` or label: left out; the dialog then uses its own word.
    """

    kind: ClassVar[Literal["password"]] = "password"
    severity: ClassVar[Severity] = Severity.NORMAL
    secret: ClassVar[bool] = True
    message: str
    title: str = ""
    details: str = ""
    error: str = ""
    """Stands under the field: what was wrong with the one before."""
    repeat: bool = False
    """It is typed twice, and both must be the same."""
    approve: str = ""
    deny: str = ""

    @cached_property
    def fingerprint(self) -> str:
        return fingerprint(self.kind, vars(self))
