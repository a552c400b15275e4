"""The log of what was asked and decided, written by a thread of its own.

The event loop only hands records over, so a disk that is slow, full or broken delays no dialog and
no answer. The thread delays none either: it is woken a moment later, as only one of the two can run
at a time. Records wait in memory, up to a limit. Records beyond the limit are dropped: once the log
can be written again, it says how many there were, and when. Whatever fails, the next attempt starts
from what is on the disk: so it works after a crash, a full disk, and after somebody moved files.
"""

import logging
import os
import threading
import time
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Protocol

from sayso import __version__
from sayso.core import chain
from sayso.core import events as e
from sayso.core.chain import Note
from sayso.daemon.log_files import Entry, Limits, LogFiles
from sayso.errors import SaysoError
from sayso.platforms.contract.journal import JournalFiles

log = logging.getLogger(__name__)


WRITTEN_AFTER = 0.01
"""Seconds from a record until the thread is woken: meanwhile the loop can hand over more records
and send the replies that callers wait for."""

Later = Callable[[Callable[[], None]], object]
"""Has a function called at once or soon, in the thread that hands over the records."""


class Log(Protocol):
    """The log as the rest of the daemon sees it."""

    @property
    def place(self) -> str:
        """The directory of the log's files."""

    @property
    def fault(self) -> str | None:
        """Why nothing can be written just now; None: it can."""

    def record(self, effect: e.Log, /) -> None:
        """Adds a record. Returns at once."""


@dataclass(frozen=True)
class _Missed:
    """Stands for entries that were dropped: how many, and the times of the first and the last."""

    count: int
    first: str
    last: str

    def entry(self) -> Entry:
        members = {"count": self.count, "from": self.first, "to": self.last}
        return Entry(self.last, Note.MISSED, members)


class LogWriter:
    """The log on the disk. Call `start` first, then `record` as often as needed, then `close`."""

    def __init__(
        self,
        open_directory: Callable[[str], JournalFiles],
        place: str,
        clock: Callable[[], float] = time.time,
        limits: Limits | None = None,
        later: Later = lambda wake: wake(),
    ) -> None:
        """`place`: the log's directory. `clock`: seconds since the epoch. `later`: calls a function
        when the thread is to be woken for new records."""
        self.place = place
        self.fault: str | None = None
        self._clock = clock
        self._limits = limits or Limits()
        self._volume = LogFiles(open_directory, place, self._limits, self._now)
        self._changed = threading.Condition()
        self._waiting: deque[Entry | _Missed] = deque()
        """Entries to write. Guarded by `_changed`; only the thread takes from the left end."""
        self._later = later
        self._will_hear = False
        self._closing = False
        self._thread = threading.Thread(target=self._run, name="sayso-log", daemon=True)

    def start(self) -> None:
        self._add(Note.STARTED, {"pid": os.getpid(), "version": __version__})
        self._thread.start()

    def record(self, effect: e.Log) -> None:
        """Adds a record. Returns at once, whatever the disk does."""
        number = {"number": effect.number} if effect.number else {}
        verdict = vars(effect.verdict) if effect.verdict else {}
        told = [{"name": name, "pid": pid} for name, pid in effect.ancestry]
        lineage = {"lineage": told} if told else {}
        left_out = {"left_out": effect.left_out} if effect.left_out else {}
        self._add(effect.event, number | effect.topic.members() | lineage | verdict | left_out)

    def gave_up(self, count: int | None, reason: str) -> None:
        """Records that `count` questions of the daemon before were given up; None: nobody knows how
        many."""
        self._add(Note.GIVEN_UP, {"count": count, "reason": reason})

    def close(self, within: float) -> None:
        """Writes the rest, for at most `within` seconds."""
        self._add(Note.STOPPED, {"pid": os.getpid()})
        with self._changed:
            self._closing = True
            self._changed.notify()
        self._thread.join(within)
        if self._waiting:
            log.warning(
                "%d records of the log were not written: %s", len(self._waiting), self.fault
            )

    def _add(self, event: str, members: Mapping[str, object]) -> None:
        now = self._now()
        with self._changed:
            last = self._waiting[-1] if self._waiting else None
            if len(self._waiting) < self._limits.waiting:
                self._waiting.append(Entry(now, event, members))
            elif isinstance(last, _Missed):
                self._waiting[-1] = replace(last, count=last.count + 1, last=now)
            else:
                self._waiting.append(_Missed(1, now, now))
        if not self._will_hear:
            self._will_hear = True
            self._later(self._wake)

    def _wake(self) -> None:
        self._will_hear = False
        with self._changed:
            self._changed.notify()

    def _now(self) -> str:
        return chain.timestamp(self._clock())

    # In the thread

    def _run(self) -> None:
        ending = False
        while not ending:
            ending = self._closing  # if so, no more records come: this attempt is the last
            self._attempt()
            self._await_work()
        self._volume.close()

    def _attempt(self) -> None:
        try:
            self._write_all()
        except Exception as error:  # noqa: BLE001 - `status` tells it; no error ends the log
            self._volume.close()
            self._note(_words(error))
        else:
            self._note(None)

    def _write_all(self) -> None:
        while self._waiting:
            entry = self._waiting[0]
            self._volume.append(entry.entry() if isinstance(entry, _Missed) else entry)
            with self._changed:
                self._waiting.popleft()

    def _await_work(self) -> None:
        with self._changed:
            if self.fault is None:
                self._changed.wait_for(lambda: self._waiting or self._closing)
            else:
                self._changed.wait_for(lambda: self._closing, self._limits.retry)

    def _note(self, fault: str | None) -> None:
        if fault != self.fault:
            log.warning("the log of questions: %s", fault or "it can be written again")
        self.fault = fault


def _words(error: Exception) -> str:
    if isinstance(error, SaysoError):
        return error.message
    return (isinstance(error, OSError) and error.strerror) or repr(error)
