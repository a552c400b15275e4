"""The kind *notice*: something to know, with one button."""

from __future__ import annotations

from functools import cached_property

from sayso.core.questions.confirm import Severity
from sayso.core.questions.details import DetailKind
from sayso.core.questions.fingerprint import fingerprint
from sayso.values import Value, fields

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from typing import ClassVar, Literal


class Notice(Value):
    """Everything that a notice shows, in the asker's words.

    An empty `title`, `details` or label was left out; for a label the dialog then uses its own
    word.
    """

    kind: ClassVar[Literal["notice"]] = "notice"
    severity: ClassVar[Severity] = Severity.NORMAL
    secret: ClassVar[bool] = False
    message: str
    title: str = ""
    details: str = ""
    approve: str = ""
    """Label of its button."""
    detail_kind: DetailKind = DetailKind.TEXT

    @cached_property
    def fingerprint(self) -> str:
        return fingerprint(self.kind, fields(self))
