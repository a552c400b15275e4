"""The history as a file of the person's: a table, or an object of JSON a line."""

from __future__ import annotations

import csv
import json
import tempfile
from contextlib import contextmanager
from pathlib import Path

from sayso.core.log_subject import LogSubject
from sayso.core.text import visible_line, visible_path
from sayso.errors import InvalidParams, ServiceError
from sayso.frontends.pages.history import seconds
from sayso.presentation.history import rows
from sayso.values import fields

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import IO, Any

    from sayso.presentation.history.entries import Entry

_COLUMNS = (
    "time", "number", "who", "what", "status", "decider", "by", "reason", "seconds", "kind", "pid",
    "place", "directory", "fingerprint",
)  # fmt: skip
_FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""What spreadsheets take for one at the beginning of a cell (OWASP, *CSV injection*)."""


@contextmanager
def new_file(path: Path) -> Iterator[IO[str]]:
    """There once all of it is written, in the place of one that may be there, and for its owner
    alone: mode 0600. Raises InvalidParams, ServiceError."""
    try:
        if not path.name or (path.exists() and not path.is_file()):
            raise InvalidParams(f"{visible_path(path)} is no file", remedy="name another place")
        made = tempfile.NamedTemporaryFile(  # noqa: SIM115 - it is closed below
            "w", encoding="utf-8", newline="", prefix=".sayso-", dir=path.parent, delete=False
        )
        new = Path(made.name)
        try:
            with made as file:
                yield file
            new.replace(path)
        except BaseException:
            new.unlink()
            raise
    except OSError as error:
        raise ServiceError(
            f"can't write {visible_path(path)}: {error.strerror}", remedy="name another place"
        ) from error


def save(path: Path, form: str, entries: Iterable[Entry | None]) -> Iterator[str]:
    """Tells the path, as it is shown, after each entry. `form`: csv or jsonl. Raises as `new_file`
    does."""
    write = table if form == "csv" else json_lines
    with new_file(path) as file:
        for _ in write(entries, file):
            yield visible_path(path)
    yield visible_path(path)


def json_lines(entries: Iterable[Entry | None], file: IO[str]) -> Iterator[None]:
    """Each entry as it is. Stops after each, for whoever has to do something else meanwhile."""
    for entry in entries:
        if entry:
            file.write(json.dumps(_told(entry)) + "\n")
        yield


def table(entries: Iterable[Entry | None], file: IO[str]) -> Iterator[None]:
    """As RFC 4180 has it. What a spreadsheet would compute has an apostrophe before it."""
    writer = csv.writer(file, lineterminator="\r\n")
    writer.writerow(_COLUMNS)
    for entry in entries:
        if entry:
            writer.writerow(map(_cell, _cells(entry)))
        yield


def _cells(entry: Entry) -> tuple[str, ...]:
    lasted, pid = rows.took(entry, seconds), entry.subject.get("pid")
    words, kind, place, cwd, fingerprint = (
        entry.text(name) for name in ("words", "kind", "place", "cwd", "fingerprint")
    )
    return (
        entry.time, str(entry.number or ""), rows.who(entry), words, entry.status, entry.decider,
        entry.by, entry.reason, "" if lasted is None else f"{lasted:.3f}", kind,
        str(pid) if isinstance(pid, int) else "", place, cwd, fingerprint,
    )  # fmt: skip


def _cell(text: str) -> str:
    shown = visible_line(text)
    return f"'{shown}" if shown.startswith(_FORMULA) else shown


def _told(entry: Entry) -> dict[str, Any]:
    subject = {
        name: value
        for name, value in entry.subject.items()
        if name in _SUBJECT and isinstance(value, str | int)
    }
    told = fields(entry)
    del told["seq"], told["subject"], told["is_whole"], told["is_missed"]
    lists = {name: [fields(each) for each in told[name]] for name in ("steps", "lineage")}
    return subject | told | lists | {"seconds": rows.took(entry, seconds)}


_SUBJECT = frozenset(LogSubject.__dataclass_fields__)
