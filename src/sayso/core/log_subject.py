"""What the log says of a question and its outcome: enough to recognise it, never an answer's text.

Everything here is short: a question may be long, but a record of it is not.
"""

from dataclasses import dataclass
from typing import Self

from sayso.core.lineage import Lineage
from sayso.core.outcome import (
    Answered,
    Approved,
    NoInteractor,
    NotShown,
    Outcome,
    Refused,
    Superseded,
    TimedOut,
    Withdrawn,
)
from sayso.core.questions import Question
from sayso.core.text import shorten
from sayso.errors import SaysoError

WORDS = 200
"""Characters of the question's own words."""
NAME = 200
PATH = 400


@dataclass(frozen=True)
class LogSubject:
    """Who asked what. `asker`, `cwd` and `words` are text of others, not made visible yet."""

    kind: str
    asker: str
    """The name on the dialog."""
    pid: int
    """The asker's."""
    cwd: str | None
    """The requester's; None: could not be read."""
    origin: int
    """Pid of the outermost process of where the person works."""
    fingerprint: str
    words: str
    """The title, else the first line of the message."""
    says_it_is: str = ""
    """What the asker calls itself: a claim."""

    @classmethod
    def of(
        cls, question: Question, lineage: Lineage, fingerprint: str, says_it_is: str = ""
    ) -> Self:
        asker = lineage.asker
        cwd = lineage.cwd
        first_line = question.message.strip().partition("\n")[0]
        return cls(
            kind=question.kind,
            asker=shorten(asker.name, NAME),
            pid=asker.process.pid,
            cwd=None if cwd is None else shorten(cwd, PATH),
            origin=lineage.origin.pid,
            fingerprint=fingerprint,
            words=shorten(question.title or first_line, WORDS),
            says_it_is=says_it_is,
        )


@dataclass(frozen=True)
class LogOutcome:
    """An outcome without what it carries: it has no room for a secret or a ticket.

    Of an error that kept a question from being asked: its name, and whose fault it is.
    """

    status: str
    decider: str
    reason: str = ""
    by: str = ""
    """By what the person approved or answered; empty: by a device, or nobody did."""

    @classmethod
    def of(cls, outcome: Outcome | SaysoError) -> Self:
        if isinstance(outcome, SaysoError):
            return cls(outcome.name, outcome.blame, shorten(outcome.message, WORDS))
        by = (isinstance(outcome, Approved | Answered) and outcome.by) or ""
        reason = shorten(_reason(outcome), WORDS)
        return cls(outcome.status, outcome.decider or "", reason, by)


def _reason(outcome: Outcome) -> str:
    match outcome:
        case TimedOut() | NoInteractor() | Superseded() | Withdrawn() | Refused():
            return outcome.reason
        case NotShown():
            return outcome.retry_reason
        case _:
            return ""
