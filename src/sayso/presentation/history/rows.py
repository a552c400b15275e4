"""What a person sees of an entry: one line of a table, and what unfolds below it.

Every text in a row is safe to show: texts of others are made visible, and none of them is markup.
"""

from __future__ import annotations

from sayso.core.events import LogEvent
from sayso.core.text import shorten, visible_line
from sayso.presentation import catalogue, place_words
from sayso.presentation.history import words
from sayso.values import Value

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import TypedDict

    from sayso.presentation.history.entries import Entry

    Seconds = Callable[[str], float | None]
    """Gives the seconds since the epoch for a record's time; None: no calendar has that time."""
    Local = Callable[[str], tuple[str, str]]
    """Gives the local day and time of day for a record's time."""

    class Row(TypedDict):
        id: int
        day: str
        clock: str
        who: str
        what: str
        answer: str
        tone: str
        """`yes`, `no`, `open`, or `none`: nobody decided."""
        missed: bool
        facts: list[tuple[str, str]]
        """Pairs of a label and a text."""
        steps: list[tuple[str, str]]
        """Pairs of when something happened, and what."""
        lineage: list[str]


_LONGEST = 400
"""Most characters of a text that are shown: what our own daemon writes is shorter."""

_TONES = {"": "open", "approved": "yes", "answered": "yes", "denied": "no", "dismissed": "no"}


class Filter(Value):
    """Which entries are looked for. An empty field matches any entry."""

    text: str = ""
    """Words that must all be in who asked, what, or where."""
    who: str = ""
    """Who asked, as `who` names them."""
    status: str = ""
    since: str = ""
    """A record's time: only questions that were asked then or later."""
    oldest: str = ""
    """A record's time before which nothing need be looked for, however clocks were set back."""

    def takes(self, entry: Entry) -> bool:
        if self.status and words.kind_of_answer(entry.status) != self.status:
            return False
        if self.since and entry.time < self.since:
            return False
        if self.who and who(entry) != self.who:
            return False
        return not self.text or self._is_in(entry)

    def is_over_at(self, entry: Entry) -> bool:
        """Whether the search is over at this entry: everything after it was asked too early to be
        looked for."""
        return "" < entry.time < self.oldest

    def _is_in(self, entry: Entry) -> bool:
        all_of_it = " ".join((who(entry), _text(entry, "words"), _text(entry, "cwd"))).casefold()
        return all(word in all_of_it for word in self.text.casefold().split())


def who(entry: Entry) -> str:
    """Who asked, as a dialog names them."""
    name = place_words.on_place(_text(entry, "asker"), _text(entry, "place"))
    return name or catalogue.UNKNOWN_PROGRAM()


def row(entry: Entry, local: Local, seconds: Seconds) -> Row:
    day, clock = local(entry.time)
    return {
        "id": entry.seq,
        "day": day,
        "clock": clock,
        "who": who(entry),
        "what": _text(entry, "words"),
        "answer": words.answer(entry.status),
        "tone": _TONES.get(entry.status, "none"),
        "missed": entry.is_missed,
        "facts": list(_facts(entry, seconds)),
        "steps": [(_moment(local(step.time), day), words.step(step.event)) for step in entry.steps],
        "lineage": [words.process(_shown(each.name), each.pid) for each in entry.lineage],
    }


def _moment(at: tuple[str, str], day: str) -> str:
    """The time of day, with the day where that is not `day`."""
    return at[1] if at[0] == day else " ".join(at)


def _facts(entry: Entry, seconds: Seconds) -> Iterator[tuple[str, str]]:
    lasted = took(entry, seconds)
    told = (
        (words.BECAUSE(), words.reason(_shown(entry.reason))),
        (words.DECIDED(), words.decided(entry.decider, entry.by)),
        (words.TOOK(), "" if lasted is None else words.seconds(lasted)),
        (words.KIND(), words.kind(_text(entry, "kind"))),
        (words.PROCESS(), _process(entry, "asker", "pid")),
        (words.CALLS_ITSELF(), _text(entry, "says_it_is")),
        (words.ASKS_FOR(), _process(entry, "asks_for_name", "asks_for")),
        (words.THROUGH(), _process(entry, "through", "through_pid")),
        (words.FROM(), _text(entry, "place")),
        (words.DIRECTORY(), _text(entry, "cwd")),
        (words.NUMBER(), str(entry.number or "")),
        (words.NOTE(), "" if entry.is_whole else words.BEGINNING_IS_GONE()),
    )
    return ((label, text) for label, text in told if text)


def took(entry: Entry, seconds: Seconds) -> float | None:
    """Seconds from when the question was on the screen to the person's answer; None: there was no
    answer."""
    answered = seconds(entry.at(LogEvent.ANSWERED))
    shown = seconds(entry.at(LogEvent.SHOWN))
    if answered is None or shown is None or answered < shown:
        return None
    return answered - shown


def _process(entry: Entry, name: str, pid: str) -> str:
    number = entry.subject.get(pid)
    return words.process(_text(entry, name), number if isinstance(number, int) else 0)


def _text(entry: Entry, name: str) -> str:
    return _shown(entry.text(name))


def _shown(text: str) -> str:
    return visible_line(shorten(text, _LONGEST))
