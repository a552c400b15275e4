"""Writes the history to a file for the person: a table (CSV), or one JSON object per line."""

from __future__ import annotations

import csv
import json
import re
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
_FORMULA = re.compile(r'((?:^|;)[\s"]*)(?=[=+@-])')
"""Before what spreadsheets take for a formula (OWASP, *CSV injection*): at the beginning of a cell,
and after a semicolon. In many languages a spreadsheet begins a new cell there."""


@contextmanager
def new_file(path: Path) -> Iterator[IO[str]]:
    """Opens a new file, which is put at the path once the `with` block has ended without an error.
    It replaces a file that is there, and is for its owner alone: mode 0600. Raises InvalidParams,
    ServiceError."""
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
    """Writes the entries to a file. `form`: csv or jsonl. Yields the path, in a form to be shown,
    after each entry. Raises what `new_file` raises."""
    write = table if form == "csv" else json_lines
    with new_file(path) as file:
        for _ in write(entries, file):
            yield visible_path(path)
    yield visible_path(path)


def json_lines(entries: Iterable[Entry | None], file: IO[str]) -> Iterator[None]:
    """Writes each entry as one line of JSON. Yields after each, so that the caller can pause."""
    for entry in entries:
        if entry:
            file.write(json.dumps(_told(entry)) + "\n")
        yield


def table(entries: Iterable[Entry | None], file: IO[str]) -> Iterator[None]:
    """Writes the entries as CSV (RFC 4180). Yields after each, so that the caller can pause. What a
    spreadsheet would take for a formula gets an apostrophe before it."""
    writer = csv.writer(file, lineterminator="\r\n", quoting=csv.QUOTE_ALL)
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
    return _FORMULA.sub(r"\1'", visible_line(text))


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
