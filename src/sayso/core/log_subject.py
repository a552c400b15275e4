"""What the log says about a question and its outcome: enough to recognise it, never the text of an
answer.

Everything here is short: a question may be long, but a record of it is not.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Protocol, Self

from sayso.core.behalf import Behalf, heads
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
ANCESTORS = 32
"""Most processes of a lineage that are logged, from the requester on."""

BYTES_FOR_A_PLACE = 4096
"""Bytes of the log for the names in a lineage of another machine or a container. Each refusal has a
record: with long names in each, that place could soon push all else out of the log."""

_WHERE_THERE_IS_ONE = frozenset({"asks_for", "asks_for_name", "through", "through_pid", "place"})
"""Members that are left out of the log where they are empty."""


Ancestry = tuple[tuple[str, int], ...]
"""Names and pids: the requester first, then its ancestors outwards. There are no command lines, as
they may hold secrets."""


def ancestry(lineage: Lineage) -> Ancestry:
    members = lineage.members[:ANCESTORS]
    told = tuple((shorten(each.name, NAME), each.process.pid) for each in members)
    return tuple(_nearest(told)) if lineage.place else told


def _nearest(told: Ancestry) -> Iterator[tuple[str, int]]:
    """As many as there is room for."""
    left = BYTES_FOR_A_PLACE
    for name, pid in told:
        left -= len(json.dumps(name))  # as the log has it
        if left < 0:
            return
        yield name, pid


class Asked(Protocol):
    """What `LogSubject` needs to know of a request."""

    @property
    def question(self) -> Question: ...
    @property
    def says_it_is(self) -> str: ...
    @property
    def behalf(self) -> Behalf | None: ...


@dataclass(frozen=True)
class LogSubject:
    """Who asked what. `asker`, `cwd` and `words` are text of others, not escaped for display
    yet."""

    kind: str
    asker: str
    """The name of the asker, as the dialog has it."""
    pid: int
    """The asker's pid."""
    cwd: str | None
    """The working directory of the requester, or of the process that the dialog names first; None:
    it could not be read."""
    origin: int
    """Pid of the requester's origin, which stands for where the person works."""
    fingerprint: str
    words: str
    """The title, else the first line of the message."""
    says_it_is: str = ""
    """What the requester calls itself: a claim."""
    asks_for: int = 0
    """Pid of the process that the requester says it asks for; 0: for nobody else."""
    asks_for_name: str = ""
    """The name of that process, by what the kernel says; empty: it can't be seen."""
    through: str = ""
    """Where the process of `asks_for` is a fact, that process is the asker, and this is the name of
    the program that it asks through."""
    through_pid: int = 0
    """The pid of the program in `through`."""
    place: str = ""
    """The other machine or container that the question comes from, by the person's name for it;
    empty: this machine."""

    @classmethod
    def of(cls, request: Asked, lineage: Lineage, fingerprint: str) -> Self:
        question, behalf = request.question, request.behalf
        headed_by = heads(lineage, behalf)
        asker, cwd = headed_by.asker, headed_by.cwd
        first_line = question.message.strip().partition("\n")[0]
        told: dict[str, Any] = {}
        if behalf:
            names = behalf.programs[:1]
            told |= {"asks_for": behalf.pid, "asks_for_name": shorten("".join(names), NAME)}
        if behalf and behalf.is_fact:
            through = lineage.asker
            told |= {"through": shorten(through.name, NAME), "through_pid": through.process.pid}
        return cls(
            kind=question.kind,
            asker=shorten(asker.name, NAME),
            pid=asker.process.pid,
            cwd=None if cwd is None else shorten(cwd, PATH),
            origin=lineage.origin.pid,
            fingerprint=fingerprint,
            words=shorten(question.title or first_line, WORDS),
            says_it_is=request.says_it_is,
            place=lineage.place,
            **told,
        )

    def members(self) -> dict[str, object]:
        """The members of its log record. Some are left out where they are empty: the process that
        it is asked for, and the place."""
        return {
            name: value
            for name, value in vars(self).items()
            if value or name not in _WHERE_THERE_IS_ONE
        }


@dataclass(frozen=True)
class LogOutcome:
    """An outcome without what it carries: it has no room for a secret or a ticket.

    For an error that kept a question from being asked: its name, and whose fault it is.
    """

    status: str
    decider: str
    reason: str = ""
    by: str = ""
    """What the person approved or answered with, if not an input device; empty: a device, or nobody
    did."""

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
