"""The kind *password*: one secret, typed or not."""

from __future__ import annotations

from functools import cached_property

from sayso.core.action import Action
from sayso.core.questions.confirm import Severity
from sayso.core.questions.details import DetailKind
from sayso.core.questions.fingerprint import fingerprint
from sayso.values import Value, fields

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from typing import ClassVar, Literal


class Password(Value):
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
    user: str = ""
    """Label of a field above it, for the name that the password is of; empty: there is none. The
    name is a secret, too, as people type passwords there: it comes before the password, and a
    newline between them."""
    repeat: bool = False
    """It is typed twice, and both must be the same."""
    check: str = ""
    """Label of a check box, off at first; empty: there is none."""
    approve: str = ""
    deny: str = ""
    action: Action | None = None
    """What the asker says that it is for."""
    detail_kind: DetailKind = DetailKind.TEXT

    @cached_property
    def fingerprint(self) -> str:
        return fingerprint(self.kind, fields(self))
