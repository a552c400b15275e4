"""One entry for each question, put together from the log's records, which are read from the newest
one back.

Whoever can write the log can put anything there. So every record is read as data of any kind, and
what does not fit is left out.
"""

from __future__ import annotations

from sayso.core.chain import Note
from sayso.core.events import LogEvent
from sayso.core.log_subject import ANCESTORS
from sayso.values import Value

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from typing import Any

    Record = Mapping[str, Any]

_EVENTS = frozenset(LogEvent)
_ENDS = frozenset({
    LogEvent.ANSWERED, LogEvent.TIMED_OUT, LogEvent.SUPERSEDED, LogEvent.WITHDRAWN,
    LogEvent.REFUSED, LogEvent.NOT_SHOWN,
})  # fmt: skip
"""The events that say how a question ended."""

LOST = "lost"
"""The status of a question that was open when a daemon ended, and that no other daemon took
over."""
_UNANSWERED = frozenset({"timed_out", "not_shown", "no_interactor", LOST})
"""Statuses of questions that a person who was away has missed."""
_WAS_AWAY = "do_not_disturb"
"""The reason of a refusal that the person has missed, too."""

_BY_PERSON = "user"

_MOST_PARTS = 10_000
"""Most questions whose beginning is yet to be read: a daemon has far fewer open at a time."""
_MOST_STEPS = 100


class Step(Value):
    """One thing that happened to a question."""

    time: str
    event: str


class Ancestor(Value):
    name: str
    pid: int


class Entry(Value):
    """One question of the history. Its texts are those of others, not escaped for display yet."""

    seq: int
    """The number of its newest record: no other entry has the same."""
    number: int
    """The number of the question; 0: it was never asked."""
    time: str
    """When the question was asked. If its beginning is no longer in the log: the time of its oldest
    record there."""
    subject: Record
    """Who asked what, by the names of `sayso.core.log_subject.LogSubject`."""
    status: str
    """How the question ended, or LOST; empty: it is open, or no record says how it ended."""
    decider: str
    reason: str
    by: str
    steps: tuple[Step, ...]
    """What happened to the question, oldest first."""
    lineage: tuple[Ancestor, ...]
    """The requester first, then its ancestors outwards; empty: the log does not say."""
    is_whole: bool
    """Whether its beginning is in the log."""
    is_missed: bool = False
    """Nobody answered it, and the person has answered nothing since."""

    def text(self, name: str) -> str:
        return _text(self.subject.get(name))

    def at(self, *events: LogEvent) -> str:
        """When the last of these events happened; empty: none did."""
        return next((step.time for step in reversed(self.steps) if step.event in events), "")


class _Part:
    """The records of one question that have been read so far."""

    def __init__(self, is_away: bool) -> None:
        self.records: list[Record] = []
        """The records of the question, newest first."""
        self.is_away = is_away
        """Whether the person was away when it ended: they have answered nothing since."""

    def is_of(self, record: Record) -> bool:
        """Whether the record is of this question. Numbers begin anew with a daemon that takes over
        from no other."""
        return all(record.get(name) == self.records[0].get(name) for name in _SAME)

    def add(self, record: Record) -> None:
        if len(self.records) < _MOST_STEPS or record.get("event") == LogEvent.REQUESTED:
            self.records.append(record)

    @property
    def is_whole(self) -> bool:
        return self.records[-1].get("event") == LogEvent.REQUESTED


_SAME = ("fingerprint", "pid")


class Entries:
    """Puts entries together from records that come newest first."""

    def __init__(self) -> None:
        self._parts: dict[int, _Part] = {}
        """Questions by number whose beginning is yet to be read."""
        self._is_away = True
        """True: in the records read so far, the person has answered nothing."""
        self._lowest = 0
        """The lowest number of a question that was asked later; 0: there is none."""
        self._went_on = False
        """Whether, in the records read so far, a daemon started or did anything."""
        self._is_over = False
        """Whether no question that was open at the record read last can be open now."""

    def read(self, records: Iterable[Record | None]) -> Iterator[Entry | None]:
        """The entries, newest first by when they were asked; those without a beginning come at the
        end. Yields None for an unreadable record (None), and for a record that completes no
        entry."""
        for record in records:
            if record is None:
                yield None
            else:
                yield from self._take(record)
        left = [self._entry(part) for part in self._parts.values()]
        yield from sorted(left, key=lambda each: each.seq, reverse=True)

    def _take(self, record: Record) -> Iterator[Entry | None]:
        event, number = _text(record.get("event")), _whole(record.get("number"))
        self._follow(event)
        if event == LogEvent.REFUSED and not number:
            part = _Part(self._is_away)
            part.add(record)
            yield self._entry(part)
        elif number and event in _EVENTS:
            yield from self._add(event, number, record)
        else:
            yield None

    def _follow(self, event: str) -> None:
        """Notes that all questions ended here: no daemon came after this one, or the one that came
        could not take them over."""
        if event == Note.GIVEN_UP or (event == Note.STOPPED and not self._went_on):
            self._is_over = True
        self._went_on = self._went_on or event == Note.STARTED or event in _EVENTS

    def _add(self, event: str, number: int, record: Record) -> Iterator[Entry | None]:
        if event == LogEvent.ANSWERED and record.get("decider") == _BY_PERSON:
            self._is_away = False
        known = self._parts.get(number)
        if known and not known.is_of(record):
            yield self._entry(self._parts.pop(number))
        elif len(self._parts) >= _MOST_PARTS:
            yield self._entry(self._parts.pop(next(iter(self._parts))))
        part = self._parts.setdefault(number, _Part(self._is_away))
        part.add(record)
        if event in _ENDS:
            part.is_away = self._is_away
        if event == LogEvent.REQUESTED:
            yield self._entry(self._parts.pop(number))
            self._lowest = min(self._lowest or number, number)
        else:
            yield None

    def _entry(self, part: _Part) -> Entry:
        newest, oldest = part.records[0], part.records[-1]
        ends = (each for each in part.records if _text(each.get("event")) in _ENDS)
        end = next(ends, {})
        number = _whole(newest.get("number"))
        status = _text(end.get("status"))
        if not end and (self._is_over or 0 < self._lowest <= number):
            status = LOST
        reason = _text(end.get("reason"))
        is_unanswered = status in _UNANSWERED or reason == _WAS_AWAY
        is_whole = part.is_whole or _text(newest.get("event")) == LogEvent.REFUSED
        return Entry(
            seq=_whole(newest.get("seq")),
            number=number,
            time=_text(oldest.get("time")),
            subject=oldest,
            status=status,
            decider=_text(end.get("decider")),
            reason=reason,
            by=_text(end.get("by")),
            steps=tuple(map(_step, reversed(part.records))),
            lineage=_lineage(oldest.get("lineage")),
            is_whole=is_whole,
            is_missed=part.is_away and is_unanswered,
        )


def _step(record: Record) -> Step:
    return Step(_text(record.get("time")), _text(record.get("event")))


def _lineage(told: object) -> tuple[Ancestor, ...]:
    if not isinstance(told, list):
        return ()
    members = [each for each in told[:ANCESTORS] if isinstance(each, dict)]
    return tuple(Ancestor(_text(each.get("name")), _whole(each.get("pid"))) for each in members)


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


def _whole(value: object) -> int:
    return value if isinstance(value, int) and not isinstance(value, bool) else 0
