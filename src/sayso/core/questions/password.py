"""The kind *password*: the person types one secret, or does not."""

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

    An empty `title`, `details`, `error` or label was left out; for a label the dialog then uses its
    own word.
    """

    kind: ClassVar[Literal["password"]] = "password"
    severity: ClassVar[Severity] = Severity.NORMAL
    secret: ClassVar[bool] = True
    message: str
    title: str = ""
    details: str = ""
    error: str = ""
    """What was wrong with the previous password, shown under the field."""
    user: str = ""
    """The label of a field above the password, for the name that belongs to it; empty: there is no
    such field. The name is a secret, too, as people type passwords there. In the answer it comes
    before the password, with a newline between them."""
    repeat: bool = False
    """Whether the password is typed twice, and both must be the same."""
    check: str = ""
    """Label of a check box, off at first; empty: there is none."""
    approve: str = ""
    deny: str = ""
    action: Action | None = None
    """The command that the asker says the password is for."""
    detail_kind: DetailKind = DetailKind.TEXT

    @cached_property
    def fingerprint(self) -> str:
        return fingerprint(self.kind, fields(self))
