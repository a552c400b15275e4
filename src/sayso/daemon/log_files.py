"""The log's files: finds the end of the chain, appends records, and begins the next file in time.

After an error the files are closed and opened again, and writing goes on from what is on the disk.
Nothing waits for the disk itself (fsync(2)): a crash of the machine may cost the last records.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from sayso.core import chain
from sayso.core.chain import Link, Note
from sayso.platforms.contract.journal import JournalFiles

END_SIZE = 64 << 10
"""Bytes at a file's end that are searched first for the last record: it is in them, unless a long
torn record follows it."""


@dataclass(frozen=True)
class Limits:
    """How much is kept, on the disk and in memory."""

    file_bytes: int = 8 << 20
    """Once a file is this long, the next record begins a new file."""
    files: int = 8
    waiting: int = 1000
    """Records that wait in memory while the disk takes none; at least 2."""
    retry: float = 5.0
    """Seconds from a failure to the next attempt."""


@dataclass(frozen=True)
class Entry:
    """A record that is not linked into the chain yet."""

    time: str
    event: str
    members: Mapping[str, object]


class LogFiles:
    """Appends records to the log's files, and begins a new file in time. If anything fails, it
    raises OSError or SaysoError; call `close` then: the next `append` opens the log again."""

    def __init__(
        self,
        open_directory: Callable[[str], JournalFiles],
        place: str,
        limits: Limits,
        now: Callable[[], str],
    ) -> None:
        self._open_directory = open_directory
        self._place = place
        self._limits = limits
        self._now = now
        self._files: JournalFiles | None = None
        self._name = ""
        self._size = 0
        self._link = Link()
        self._torn = 0
        """Bytes of torn records that were cut off, and that no record in the log reports yet."""

    def close(self) -> None:
        if self._files:
            self._files.close()
            self._files = None

    def append(self, entry: Entry) -> None:
        """Writes the record, to a new file if the current one is full or gone."""
        files = self._files or self._open()
        if self._size >= self._limits.file_bytes or not files.is_there():
            self._rotate(files)
        self._write(files, entry)

    def _open(self) -> JournalFiles:
        """Opens the newest file, finds the end of the chain, and cuts off a torn record."""
        self._files = files = self._open_directory(self._place)
        names = self._names(files)
        self._link, torn = self._end(files, names)
        self._name = names[-1] if names else chain.file_name(1)
        size = files.append_to(self._name)
        self._size = size - torn
        if torn:
            files.cut(self._size)
            self._torn += torn
        if not self._size and self._link.seq:
            self._write(files, self._own(Note.CONTINUED))
        if self._torn:
            self._write(files, self._own(Note.REPAIRED, bytes=self._torn))
            self._torn = 0
        return files

    def _rotate(self, files: JournalFiles) -> None:
        self._name, before = chain.file_name(self._link.seq + 1), self._name
        self._size = files.append_to(self._name)
        self._write(files, self._own(Note.CONTINUED, after=before))
        for name in self._names(files)[: -self._limits.files]:
            files.remove(name)

    def _write(self, files: JournalFiles, entry: Entry) -> None:
        line, link = chain.encode(self._link, entry.time, entry.event, entry.members)
        rest = line
        while rest:
            rest = rest[files.write(rest) :]
        self._link = link
        self._size += len(line)

    def _own(self, event: Note, **members: object) -> Entry:
        return Entry(self._now(), event, members)

    def _names(self, files: JournalFiles) -> list[str]:
        """Names of the log's files, oldest first."""
        return sorted(filter(chain.is_file_name, files.names()))

    def _end(self, files: JournalFiles, names: list[str]) -> tuple[Link, int]:
        """The last record's link in the chain, and how many bytes of a torn record follow it.

        Whether a record was changed is not checked here: that is up to `verify`.
        """
        torn = 0
        for name in reversed(names):
            link, tail = _end_of(files, name)
            if name == names[-1]:
                torn = tail
            if link:
                return link, torn
        return Link(), torn


def _end_of(files: JournalFiles, name: str) -> tuple[Link | None, int]:
    """The link of the last record in the file (None: there is no record), and the number of bytes
    after the last whole line."""
    torn = b""
    for size in (END_SIZE, None):
        whole, _, torn = files.end_of(name, size).rpartition(b"\n")
        for line in reversed(whole.split(b"\n")):
            if record := chain.read(line + b"\n"):
                return record.link, len(torn)
    return None, len(torn)
