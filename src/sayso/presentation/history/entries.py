"""One entry for each question: the log's records of it, put together from the newest one back.

Whoever can write the log can put anything there. So all of it is read as text that may be of any
kind, and what does not fit is left out.
"""

from __future__ import annotations

from sayso.core.events import LogEvent
from sayso.values import Value, replace

TYPE_CHECKING = False  # as in typing, which takes long to load
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from typing import Any

    Record = Mapping[str, Any]

_ENDS = frozenset({
    LogEvent.ANSWERED, LogEvent.TIMED_OUT, LogEvent.SUPERSEDED, LogEvent.WITHDRAWN,
    LogEvent.REFUSED, LogEvent.NOT_SHOWN,
})  # fmt: skip
"""What says how a question ended."""

_UNANSWERED = frozenset({"timed_out", "not_shown", "no_interactor"})
"""Statuses of what a person who was away has missed."""
_WAS_AWAY = "do_not_disturb"
"""The reason of what was refused then."""

_BY_PERSON = "user"


class Step(Value):
    """One thing that happened to a question."""

    time: str
    event: str


class Ancestor(Value):
    name: str
    pid: int


class Entry(Value):
    """A question. Texts are those of others, not made visible yet."""

    seq: int
    """Of its newest record: no other entry has it."""
    number: int
    """0: it was never asked."""
    time: str
    """When it was asked; of one whose beginning is no longer in the log, the oldest that is."""
    subject: Record
    """Who asked what, by the names of `sayso.core.log_subject.LogSubject`."""
    status: str
    """How it ended; empty: it is open, or nothing says."""
    decider: str
    reason: str
    by: str
    steps: tuple[Step, ...]
    """Oldest first."""
    lineage: tuple[Ancestor, ...]
    """The requester first, then its ancestors outwards; none: the log does not say."""
    is_whole: bool
    """Its beginning is in the log."""
    is_missed: bool = False
    """Nobody answered it, and the person has answered nothing since."""

    def text(self, name: str) -> str:
        return _text(self.subject.get(name))

    def at(self, *events: LogEvent) -> str:
        """When one of these happened last; empty: none did."""
        return next((step.time for step in reversed(self.steps) if step.event in events), "")


class Entries:
    """Puts them together, from records that come newest first."""

    def __init__(self) -> None:
        self._parts: dict[int, list[Record]] = {}
        """By number: records of questions whose beginning is yet to come, newest first."""
        self._is_away = True
        """The person has answered nothing since."""

    def read(self, records: Iterable[Record]) -> Iterator[Entry]:
        """Newest first, by when they were asked; at the end those without a beginning."""
        for record in records:
            yield from self._take(record)
        parts, self._parts = self._parts, {}
        left = [_entry(part, is_whole=False) for part in parts.values()]
        for entry in sorted(left, key=lambda each: each.seq, reverse=True):
            yield self._judged(entry)

    def _take(self, record: Record) -> Iterator[Entry]:
        event, number = _text(record.get("event")), _whole(record.get("number"))
        if event == LogEvent.REFUSED and not number:
            yield self._judged(_entry([record], is_whole=True))
        elif number and event in _EVENTS:
            self._parts.setdefault(number, []).append(record)
            if event == LogEvent.REQUESTED:
                yield self._judged(_entry(self._parts.pop(number), is_whole=True))

    def _judged(self, entry: Entry) -> Entry:
        if entry.status and entry.decider == _BY_PERSON:
            self._is_away = False
        is_unanswered = entry.status in _UNANSWERED or entry.reason == _WAS_AWAY
        return replace(entry, is_missed=True) if self._is_away and is_unanswered else entry


_EVENTS = frozenset(LogEvent)


def _entry(records: list[Record], *, is_whole: bool) -> Entry:
    """Of at least one record, newest first."""
    newest, oldest = records[0], records[-1]
    end = next((each for each in records if _text(each.get("event")) in _ENDS), {})
    return Entry(
        seq=_whole(newest.get("seq")),
        number=_whole(newest.get("number")),
        time=_text(oldest.get("time")),
        subject=oldest,
        status=_text(end.get("status")),
        decider=_text(end.get("decider")),
        reason=_text(end.get("reason")),
        by=_text(end.get("by")),
        steps=tuple(
            Step(_text(each.get("time")), _text(each.get("event"))) for each in reversed(records)
        ),
        lineage=_lineage(oldest.get("lineage")),
        is_whole=is_whole,
    )


def _lineage(told: object) -> tuple[Ancestor, ...]:
    if not isinstance(told, list):
        return ()
    members = [each for each in told if isinstance(each, dict)]
    return tuple(Ancestor(_text(each.get("name")), _whole(each.get("pid"))) for each in members)


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


def _whole(value: object) -> int:
    return value if isinstance(value, int) and not isinstance(value, bool) else 0
