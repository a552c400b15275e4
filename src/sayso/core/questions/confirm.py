"""The kind *confirm*: approve or deny."""

from __future__ import annotations

from enum import StrEnum
from functools import cached_property

from sayso.core.action import Action
from sayso.core.questions.details import DetailKind
from sayso.core.questions.fingerprint import fingerprint
from sayso.core.settings import WORDS_BYTES
from sayso.core.text import has_controls
from sayso.values import Value, fields

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from typing import ClassVar, Literal


class Severity(StrEnum):
    """How much is at stake."""

    NORMAL = "normal"
    DESTRUCTIVE = "destructive"
    """The dialog looks destructive, has the shorter deadline, and gives *deny* the focus."""


class Choice(StrEnum):
    """What a person can do with a dialog by one press."""

    APPROVE = "approve"
    DENY = "deny"
    DISMISS = "dismiss"


class Confirm(Value):
    """Everything that a confirm dialog shows and offers, in the asker's words.

    An empty `title`, `details` or label was left out; for a label the dialog then uses its own
    word.
    """

    kind: ClassVar[Literal["confirm"]] = "confirm"
    secret: ClassVar[bool] = False
    """Whether the answer holds a secret."""
    message: str
    title: str = ""
    details: str = ""
    approve: str = ""
    deny: str = ""
    severity: Severity = Severity.NORMAL
    cancel: str = ""
    """Label of a third control, which dismisses; empty: there is none."""
    check: str = ""
    """Label of a check box, off at first; empty: there is none."""
    deny_words: bool = False
    """Whether the person's own words may go along with a denial."""
    detail_kind: DetailKind = DetailKind.TEXT
    action: Action | None = None
    """The command that the asker says it runs once this is approved."""
    address: str = ""
    """A web address, in ASCII, which approving opens. Empty: there is none."""

    @cached_property
    def fingerprint(self) -> str:
        return fingerprint(self.kind, fields(self))

    def takes_words(self, words: str) -> bool:
        """Whether these words may go along with a denial: not empty, one line, and not too long."""
        if not (self.deny_words and words) or has_controls(words, lines=False):
            return False
        try:
            return len(words.encode()) <= WORDS_BYTES
        except UnicodeEncodeError:
            return False
