"""sayso log: what was asked and decided; sayso log verify: whether the log is whole."""

import re
import time
from collections.abc import Callable, Iterable
from contextlib import closing
from dataclasses import asdict
from datetime import datetime
from itertools import dropwhile
from pathlib import Path
from typing import Any

from sayso.core import chain
from sayso.core.text import shorten, visible_line
from sayso.errors import InvalidParams, ServiceError
from sayso.frontends.cli import exits, output, places
from sayso.frontends.cli.arguments import Arguments
from sayso.frontends.cli.command import Argument, Command, Group, Option
from sayso.frontends.log_files import Reader, files, lines

LOOK_EVERY = 0.2
"""Seconds between two checks for new records."""

REASON = 40
"""Characters of a reason in the table; --json has all of it."""

_AGO = re.compile(r"(\d{1,9})([smhd])", re.ASCII)
_UNITS = {"s": 1, "m": 60, "h": 3600, "d": 86400}

_HEADER = ("TIME", "NUMBER", "EVENT", "OUTCOME", "ASKER", "QUESTION")
_WIDTHS = (19, 6, 14, 20, 12, 0)
"""Widths of the columns; fixed, as rows may still come."""
_NOTHING = "-"

_KIND = re.compile(r"^(Interaction|Answer|Tool)(?=[A-Z])")
_WORD = re.compile(r"(?<=[a-z])(?=[A-Z])")


def moment(text: str) -> str:
    """Turns a time, or how long ago it was, into the form in which records have it. Raises
    ValueError.

    A time without an offset is in this machine's time zone.
    """
    try:
        if ago := _AGO.fullmatch(text):
            return chain.timestamp(time.time() - int(ago[1]) * _UNITS[ago[2]])
        return chain.timestamp(datetime.fromisoformat(text).timestamp())
    except (ValueError, OverflowError, OSError):
        raise ValueError(
            "is not a time: give how long ago, such as 45s, 30m, 2h or 1d, or a time, such as "
            "2026-11-22T09:30:00Z"
        ) from None


COMMAND = Command(
    "log",
    "Show what was asked and how it ended, or verify that the log is whole. Needs no daemon.",
    arguments=(
        Argument(
            "verify",
            "verify",
            "say whether the log is whole, and name the first bad record",
            choices=("verify",),
            is_optional=True,
        ),
    ),
    groups=(
        Group(
            "Options",
            (
                Option(
                    "--since",
                    "only what is not older: 30m, 2h, 1d, or a time as in 2026-11-22T09:30:00Z",
                    "WHEN",
                    moment,
                ),
                Option("--follow", "go on with what is added, until Ctrl-C"),
                Option("--json", "write one JSON object a line, for errors as well"),
            ),
        ),
    ),
    notes=("The log holds no details, no tickets, and nothing that was typed or chosen.",),
    examples=(
        "sayso log --since 2h",
        "sayso log --follow --json | jq 'select(.event == \"InteractionAnswered\")'",
        "sayso log verify",
    ),
    json='A record a line, as it stands in the log: {"time", "seq", "event", …, "previous", '
    '"hash"}. Of verify: {"unbroken": true or false, "records", "last", "bad", "exit"}; "last" has '
    '"seq" and "hash", "bad" has "file", "line", "seq" and "reason"; each may be null.',
    exits=(
        (exits.OK, "shown; or verify: the log is whole"),
        exits.FAULT,
        (exits.NO_SERVICE, "the log can't be read; or verify: it is broken"),
        (exits.INTERRUPTED, "Ctrl-C, which ends --follow"),
    ),
)


def run(args: Arguments) -> int:
    directory = _directory()
    try:
        if not args.verify:
            return _show(directory, args)
        if args.since or args.follow:
            raise InvalidParams(
                "verify reads the whole log", remedy="leave --since and --follow out"
            )
        return _verify(directory, json=args.json)
    except OSError as error:
        denied = isinstance(error, PermissionError)
        raise ServiceError(
            f"can't read the log in {directory}: {error.strerror}",
            remedy="run it as its owner" if denied else "move aside what is in its way",
        ) from error


def _directory() -> Path:
    return Path(places.log_directory())


# Showing it


def _show(directory: Path, args: Arguments) -> int:
    younger = _younger((args.since or "").encode())
    form = _as_json if args.json else _as_row
    if not files(directory):
        output.note(f"There is no log yet in {directory}.")
    if not args.json:
        output.result(_row(_HEADER))
    try:
        with closing(Reader(directory)) as reader:
            while _show_new(reader, younger, form) and args.follow:
                time.sleep(LOOK_EVERY)
    except KeyboardInterrupt:  # the way to end --follow
        return exits.INTERRUPTED
    return exits.OK


def _younger(since: bytes) -> Callable[[list[bytes]], list[bytes]]:
    """Makes a filter for one batch of lines after another, which leaves out all lines before the
    first that is not older than `since`.

    All that follows this line is kept: it is newer, even if the wall clock was set back meanwhile.
    """

    def younger(batch: list[bytes]) -> list[bytes]:
        nonlocal since
        recent = list(dropwhile(lambda line: line[chain.TIME_AT] < since, batch))
        since = b"" if recent else since
        return recent

    return younger


def _show_new(
    reader: Reader,
    younger: Callable[[list[bytes]], list[bytes]],
    form: Callable[[bytes], str | None],
) -> bool:
    """Writes the records that are there by now. False: nobody reads the output any more."""
    for batch in reader.batches():
        recent = younger(batch)
        shown = list(filter(None, map(form, recent)))
        if shown and not output.stream("\n".join(shown)):
            return False
        if unreadable := len(recent) - len(shown):
            output.note(f"Lines that are not records: {unreadable}. See: sayso log verify")
    return True


def _as_json(line: bytes) -> str | None:
    return None if members(line) is None else line.decode()


def _as_row(line: bytes) -> str | None:
    record = members(line)
    if record is None:
        return None
    cells = (
        _local(record["time"]),
        record.get("number", _NOTHING),
        _words_of_event(record["event"]),
        _became_of(record),
        _asker(record),
        record.get("words", ""),
    )
    return _row([visible_line(str(cell)) for cell in cells])


def _asker(record: dict[str, Any]) -> str:
    """Who asked, with the machine or container that they are on, and the program that they ask
    through, or the process that they say they ask for."""
    who = str(record.get("asker", _NOTHING))
    if place := record.get("place"):
        who = f"{who or 'a program'} on {place}"
    match record:
        case {"through": through}:
            return f"{who} through {through}"
        case {"asks_for": pid}:
            return f"{who} for {record.get('asks_for_name') or 'process'} {pid}"
        case _:
            return who


def members(line: bytes) -> dict[str, Any] | None:
    """The members of the record in this line; None: the line is no record."""
    return chain.json_object(line) if chain.read(line + b"\n") else None


def _row(cells: Iterable[str]) -> str:
    padded = (cell.ljust(width) for cell, width in zip(cells, _WIDTHS, strict=True))
    return "  ".join(padded).rstrip()


def _local(time_of_record: str) -> str:
    try:
        return f"{datetime.fromisoformat(time_of_record).astimezone():%Y-%m-%d %H:%M:%S}"
    except (ValueError, OverflowError):  # no calendar has it: then its hash is wrong
        return time_of_record


def _words_of_event(event: str) -> str:
    return _WORD.sub(" ", _KIND.sub("", event)).lower()


def _became_of(record: dict[str, Any]) -> str:
    """The outcome, and how much else of the same asker the log had no room for."""
    outcome, left_out = _outcome(record), record.get("left_out")
    if not isinstance(left_out, int):
        return outcome
    before = f"{left_out} left out before"
    return before if outcome == _NOTHING else f"{outcome}, {before}"


def _outcome(record: dict[str, Any]) -> str:
    match record:
        case {"event": chain.Note.MISSED, "count": count, "from": first, "to": last}:
            return f"{count}, from {first} to {last}"
        case {"event": chain.Note.REPAIRED, "bytes": size}:
            return f"{size} bytes of a torn record were cut off"
        case {"event": chain.Note.GIVEN_UP, "count": count, "reason": str(reason)}:
            return f"{'all' if count is None else count}, {shorten(reason, REASON)}"
        case {"event": chain.Note.STARTED, "version": version, "pid": pid}:
            return f"version {version}, pid {pid}"
        case {"status": status, "by": str(by)} if by:
            return f"{status} ({by})"
        case {"status": status, "reason": str(reason)} if reason:
            return f"{status} ({shorten(reason, REASON)})"
        case _:
            return str(record.get("status", _NOTHING))


# Verifying it


def _verify(directory: Path, *, json: bool) -> int:
    audit = chain.verify((path.name, lines(path)) for path in files(directory))
    status = exits.NO_SERVICE if audit.bad else exits.OK
    if json:
        output.result_json({"unbroken": audit.bad is None, **asdict(audit), "exit": status})
    elif audit.bad:
        bad = audit.bad
        record = f", record {bad.seq}" if bad.seq is not None else ""
        output.result(f"Broken: {bad.file}, line {bad.line}{record}: {bad.reason}.")
        output.note(f"Records before it, unbroken: {audit.records}. The files: {directory}")
    else:
        output.result(f"{audit.records} record{'' if audit.records == 1 else 's'}, unbroken.")
        if audit.last:
            output.note(f"The last is record {audit.last.seq}, {audit.last.hash}")
    return status
