"""Answers what the page of the history asks for.

A page gets only what its rows show, and nothing that it sends can change the log.
"""

from __future__ import annotations

import time
from datetime import datetime

from sayso.core import chain
from sayso.errors import InvalidParams, UnknownMethod
from sayso.frontends.pages.log_backwards import LogBackwards
from sayso.presentation.history import rows, words
from sayso.presentation.history.entries import Entries
from sayso.presentation.history.rows import Filter

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from pathlib import Path
    from typing import TypedDict

    from sayso.presentation.history.entries import Entry
    from sayso.presentation.history.rows import Row

    class Rows(TypedDict):
        """Some rows, and whether there may be more."""

        rows: list[Row]
        more: bool
        askers: list[str]
        """All askers that were read so far, whether or not the filter takes them."""
        note: str
        """What is wrong with the log; empty: nothing so far."""

    class Saved(TypedDict):
        """The progress of writing a file."""

        more: bool
        path: str
        """Path of the file; empty: the person chose none."""


ROWS = 100
"""Most rows in one answer."""
FIRST_ROWS = 40
"""Rows in the page at first: more than a window shows at once."""

_BUDGET = 0.03
"""Seconds for one answer: nothing else happens in the window meanwhile."""
_ASKERS = 200
"""Most askers to choose from."""
_LONGEST_TEXT = 200
"""Most characters of a text to search for."""
_CLOCKS = 86400.0
"""Seconds by which the clock may have been set back meanwhile."""
_SINCE = {"": None, "hour": 3600, "day": 86400, "week": 7 * 86400, "month": 30 * 86400}
"""Seconds of a span of time, by the page's word for it."""


class History:
    """A search in the log, and the part of the log that it has not read yet."""

    def __init__(
        self,
        directory: Path,
        save: Callable[[str, Iterator[Entry | None]], Iterator[str]] | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """`save` takes a format, csv or jsonl, and writes entries to a file that the person
        chooses. It yields the path again and again until all is written."""
        self._directory = directory
        self._save = save
        self._clock = clock
        self._saving: Iterator[str] = iter(())
        self._askers: dict[str, None] = {}
        self._log = LogBackwards(directory)
        self._entries: Iterator[Entry | None] = iter(())

    def answer(self, method: str, params: Mapping[str, object]) -> object:
        """Answers one call of the page's script. Raises InvalidParams, UnknownMethod,
        ServiceError."""
        match method:
            case "look":
                self.look(_filter(params))
                return self.more(ROWS)
            case "more":
                return self.more(ROWS)
            case "save":
                return self._begin_to_save(_word(params, "format"), _filter(params))
            case "save_more":
                return self._save_more()
            case _:
                raise UnknownMethod("a page does not ask this", field="method")

    def look(self, wanted: Filter) -> None:
        """Begins a new search at the newest entry that there is now."""
        self._log = LogBackwards(self._directory)
        self._entries = self._look(self._log, wanted)

    def more(self, most: int, *, budget: float = _BUDGET) -> Rows:
        """The next rows that are found within `budget` seconds; at most `most`."""
        until = self._clock() + budget
        found: list[Row] = []
        for entry in self._entries:
            if entry:
                found.append(rows.row(entry, local, seconds))
            if len(found) == most or self._clock() > until:
                return self._rows(found, more=True)
        return self._rows(found, more=False)

    def entries(self, wanted: Filter) -> Iterator[Entry | None]:
        """Yields all entries that the filter takes, newest first; and None for each step without
        one."""
        self._log = LogBackwards(self._directory)
        return self._look(self._log, wanted)

    @property
    def unreadable(self) -> int:
        """Count so far of lines and files in the log that can't be read."""
        return self._log.unreadable

    def _look(self, log: LogBackwards, wanted: Filter) -> Iterator[Entry | None]:
        for entry in Entries().read(log.records()):
            if entry is None:
                yield None
                continue
            if wanted.is_over_at(entry):
                return
            if len(self._askers) < _ASKERS:
                self._askers[rows.who(entry)] = None
            yield entry if wanted.takes(entry) else None

    def _rows(self, found: list[Row], *, more: bool) -> Rows:
        count = self._log.unreadable
        note = words.unreadable(count) if count else ""
        return {"rows": found, "more": more, "askers": sorted(self._askers), "note": note}

    def _begin_to_save(self, form: str, wanted: Filter) -> Saved:
        if self._save is None or form not in ("csv", "jsonl"):
            raise InvalidParams("format: must be csv or jsonl", field="format")
        self._saving = self._save(form, self._look(LogBackwards(self._directory), wanted))
        return self._save_more()

    def _save_more(self) -> Saved:
        until = self._clock() + _BUDGET
        path = ""
        for path in self._saving:
            if self._clock() > until:
                return {"more": True, "path": path}
        return {"more": False, "path": path}


def _filter(params: Mapping[str, object]) -> Filter:
    """The filter that a call asks for. Raises InvalidParams."""
    since = _word(params, "since")
    if since not in _SINCE:
        raise InvalidParams("since: must be hour, day, week or month", field="since")
    ago = _SINCE[since]
    now = time.time()
    return Filter(
        text=_word(params, "text")[:_LONGEST_TEXT],
        who=_word(params, "who"),
        status=_word(params, "status"),
        since="" if ago is None else chain.timestamp(now - ago),
        oldest="" if ago is None else chain.timestamp(now - ago - _CLOCKS),
    )


def _word(params: Mapping[str, object], name: str) -> str:
    word = params.get(name, "")
    if not isinstance(word, str):
        raise InvalidParams(f"{name}: must be text", field=name)
    return word


def local(moment: str) -> tuple[str, str]:
    """The day and the time of day of a timestamp, in the local time zone; both empty if it is no
    valid time."""
    try:
        here = datetime.fromisoformat(moment).astimezone()
    except (ValueError, OverflowError, OSError):
        return "", ""
    return f"{here:%Y-%m-%d}", f"{here:%H:%M:%S}"


def seconds(moment: str) -> float | None:
    """The seconds from the epoch to a timestamp; None if it is no valid time."""
    try:
        return datetime.fromisoformat(moment).timestamp()
    except (ValueError, OverflowError, OSError):
        return None
