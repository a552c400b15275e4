"""The log's records as a chain: each record holds the hash of the record before it.

A record is one line of JSON in printable ASCII:

    {"time":"2026-11-22T02:06:20.123Z","seq":7,"event":"InteractionShown",…,
     "previous":"<hash of record 6>","hash":"<its own>"}

`hash` is SHA-256, in hex, over the bytes of the line before `,"hash":`. The chain runs on through
restarts of the daemon and from file to file: when a file is full, the next one begins with
`LogContinued`. In time the oldest files are removed.

What the chain proves: nothing in the files was changed, left out, added or moved without a trace,
unless every hash from there on was made anew. What it does not prove: whoever can write the files
can do just that, cut records off at the end, or remove the oldest files. It is no defence against
the user themself, nor against programs that run as them. (If the hash of the last record was noted
elsewhere, it reveals new hashes and a cut-off end.)
"""

import hashlib
import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from typing import Any, Final, NamedTuple

GENESIS: Final = "0" * 64
"""`previous` of the very first record."""

_SHAPE = re.compile(
    rb'\{"time":"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)","seq":(\d{1,15}),"event":"([A-Za-z]+)"'
    rb'[ -~]*,"previous":"([0-9a-f]{64})","hash":"([0-9a-f]{64})"\}\n'
)
TIME_AT: Final = slice(9, 33)
"""Where a record has its time. As texts, times compare as the times themselves do."""
_HASH_SIZE = len(',"hash":"') + 64 + len('"}\n')

_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)

_FILE = re.compile(r"log-\d{12}\.jsonl", re.ASCII)


class Note(StrEnum):
    """Events about the log itself."""

    STARTED = "DaemonStarted"
    """A daemon started. If no `DaemonStopped` precedes this, the daemon before was killed, or its
    last records found no room."""
    STOPPED = "DaemonStopped"
    CONTINUED = "LogContinued"
    """The first record of a file that follows another."""
    REPAIRED = "LogRepaired"
    """A piece of a record, `bytes` long, was cut off: a crash or a full disk had torn it."""
    GIVEN_UP = "QuestionsGivenUp"
    """What the daemon before had kept could not be taken over, for this `reason`. `count`: the
    number of its questions; null: not known."""
    MISSED = "RecordsMissed"
    """`count` records could not be kept; `from` and `to` are the times of the first and the
    last."""


@dataclass(frozen=True)
class Link:
    """Where the chain stands: number and hash of the last record."""

    seq: int = 0
    hash: str = GENESIS


class Record(NamedTuple):
    """What a line says, whether or not its hash is right."""

    time: str
    seq: int
    event: str
    previous: str
    hash: str

    @property
    def link(self) -> Link:
        return Link(self.seq, self.hash)


def timestamp(seconds: float) -> str:
    """Seconds since the epoch as RFC 3339, in UTC with milliseconds. Raises OverflowError or
    ValueError for a time that no calendar has."""
    # fromtimestamp raises other errors as well, on some systems
    moment = _EPOCH + timedelta(seconds=seconds)
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def file_name(first: int) -> str:
    """The name of the file whose first record has this `seq`. Names sort by age."""
    return f"log-{first:012}.jsonl"


def is_file_name(name: str) -> bool:
    return _FILE.fullmatch(name) is not None


def encode(link: Link, time: str, event: str, members: Mapping[str, object]) -> tuple[bytes, Link]:
    """The line of the next record, and where the chain stands after it."""
    seq = link.seq + 1
    record = {"time": time, "seq": seq, "event": event, **members, "previous": link.hash}
    text = json.dumps(record, separators=(",", ":"))
    body = text.removesuffix("}").encode()
    digest = hashlib.sha256(body).hexdigest()
    return body + f',"hash":"{digest}"}}\n'.encode(), Link(seq, digest)


def read(line: bytes) -> Record | None:
    """What the line says, with its newline; None: it does not have the shape of a record."""
    match = _SHAPE.fullmatch(line)
    if match is None:
        return None
    time, seq, event, previous, digest = (each.decode() for each in match.groups())
    return Record(time, int(seq), event, previous, digest)


@dataclass(frozen=True)
class Bad:
    """The first record that breaks the chain."""

    file: str
    line: int
    """Counted from 1."""
    seq: int | None
    """The number of the record; None: the line is no record."""
    reason: str


@dataclass(frozen=True)
class Audit:
    """What a walk along the chain found."""

    records: int
    """The number of sound records, up to the end or the first bad one."""
    last: Link | None
    """The last sound record; None: there is none."""
    bad: Bad | None


def verify(files: Iterable[tuple[str, Iterable[bytes]]]) -> Audit:
    """Checks the records of these files, oldest first. `files`: the name of each, and its lines
    with their newlines."""
    last: Link | None = None
    records = 0
    for name, lines in files:
        for number, line in enumerate(lines, 1):
            record = read(line)
            reason = _unreadable(line) if record is None else _fault(line, record, last)
            if record is None or reason:
                seq = None if record is None else record.seq
                return Audit(records, last, Bad(name, number, seq, reason))
            last = record.link
            records += 1
    return Audit(records, last, None)


def json_object(line: bytes) -> dict[str, Any] | None:
    """The members of the JSON object in this line; None: it is none, or has a member twice, at any
    depth (RFC 8259)."""
    try:
        told = json.loads(line, **_STRICTLY)
    except (ValueError, RecursionError):
        return None
    return told if isinstance(told, dict) else None


def _once_each(members: list[tuple[str, object]]) -> dict[str, object]:
    told = dict(members)
    if len(told) < len(members):
        raise ValueError("a member twice")
    return told


def _no_number(word: str) -> object:
    raise ValueError(f"{word} is not JSON")


_STRICTLY: Final[dict[str, Any]] = {
    "object_pairs_hook": _once_each,
    "parse_constant": _no_number,
}


def _unreadable(line: bytes) -> str:
    whole = line.endswith(b"\n")
    return "it is not a record" if whole else "it is not whole: only a piece of a record"


def _fault(line: bytes, record: Record, last: Link | None) -> str:
    """Why the record does not follow on from the last one; empty: it does."""
    if hashlib.sha256(line[:-_HASH_SIZE]).hexdigest() != record.hash:
        return "it was changed: its hash does not fit its words"
    if json_object(line) is None:
        return "it is not JSON, or says something twice: the daemon did not write it"
    if last is None:
        first = record.seq == 1 and record.previous == GENESIS
        return "" if first or record.event == Note.CONTINUED else "the records before it are gone"
    expected = last.seq + 1
    if record.seq > expected:
        return f"records are gone before it: {expected} to {record.seq - 1}"
    if record.seq < expected:
        return f"it is out of place: it stands after record {last.seq}"
    if record.previous != last.hash:
        return f"it does not follow on from record {last.seq}, which was another"
    return ""
