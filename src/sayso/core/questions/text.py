"""The kind *text*: some words, typed by the person."""

from __future__ import annotations

from functools import cached_property

from sayso.core.questions.confirm import Severity
from sayso.core.questions.details import DetailKind
from sayso.core.questions.fingerprint import fingerprint
from sayso.core.settings import ANSWER_BYTES
from sayso.core.text import has_controls
from sayso.values import Value, fields

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from typing import ClassVar, Literal


class Text(Value):
    """Everything that a text dialog shows and offers, in the asker's words.

    An empty `title`, `details`, `error` or label was left out; for a label the dialog then uses its
    own word.
    """

    kind: ClassVar[Literal["text"]] = "text"
    severity: ClassVar[Severity] = Severity.NORMAL
    secret: ClassVar[bool] = False
    message: str
    title: str = ""
    details: str = ""
    error: str = ""
    """What was wrong with the previous answer, shown under the field."""
    default: str = ""
    """Text that stands in the field at first."""
    multiline: bool = False
    """Whether the answer may have several lines."""
    approve: str = ""
    deny: str = ""
    detail_kind: DetailKind = DetailKind.TEXT

    @cached_property
    def fingerprint(self) -> str:
        return fingerprint(self.kind, fields(self))

    def takes(self, answer: str) -> bool:
        """Whether a person could type this answer: not empty, not too long, and without control
        characters. With `multiline`, tabs and line breaks are allowed."""
        try:
            size = len(answer.encode())
        except UnicodeEncodeError:
            return False
        return 0 < size <= ANSWER_BYTES and not has_controls(answer, lines=self.multiline)
