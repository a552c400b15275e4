"""Measures reading, verifying and starting with a log of a hundred thousand entries."""

import time
from collections.abc import Iterator
from pathlib import Path

from bench.court import SAYSO, Court, lasted
from bench.figures import Row, times
from sayso.core import chain
from sayso.daemon.log_files import Entry, Limits, LogFiles
from sayso.platforms import select

ENTRIES_A_TURN = 5_000
"""Entries for each turn: a hundred thousand for twenty turns."""

TOPIC = {
    "number": 1,
    "asker": "deploy.sh",
    "cwd": "/home/user/work/service",
    "kind": "confirm",
    "words": "Deploy build 4711 to production?",
    "fingerprint": "0" * 64,
}

EVENTS = ("InteractionRequested", "InteractionShown", "InteractionAnswered", "AnswerCollected")


def measure(turns: int) -> Iterator[Row]:
    entries = ENTRIES_A_TURN * min(turns, 20)
    since: list[float] = []
    verify: list[float] = []
    start: list[float] = []
    fresh: list[float] = []
    with Court() as court:
        state = Path(court.world.environ["XDG_STATE_HOME"])
        place = state / "sayso" / "log"
        write(place, entries)
        empty = {**court.world.environ, "XDG_STATE_HOME": str(court.world.directory / "empty")}
        for _ in range(turns):
            since.append(_run(court, "log", "--since", "1h"))
            verify.append(_run(court, "log", "verify"))
            start.append(_run(court, "daemon", "start"))
            _run(court, "daemon", "stop")
            fresh.append(_run(court, "daemon", "start", environ=empty))
            _run(court, "daemon", "stop", environ=empty)
    log = f"log of {entries} entries"
    yield times(f"{log}: `sayso log --since 1h`", since, reach="≤ 1 s", limit=1000.0)
    yield times(f"{log}: `sayso log verify`", verify, reach="≤ 3 s", limit=3000.0)
    yield times(
        f"{log}: `sayso daemon start`", start, reach="no slower than with none", limit=1.05,
        beside=("with none", fresh),
    )  # fmt: skip


def write(place: Path, entries: int) -> None:
    """Writes a log like that of a daemon over the last ten days."""
    place.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    at = ""
    volume = LogFiles(select.journal().open_directory, str(place), Limits(), lambda: at)
    for index in range(entries):
        at = _stamp((index - entries) * 864_000 / entries)
        volume.append(Entry(at, EVENTS[index % len(EVENTS)], TOPIC | {"number": index // 4 + 1}))
    volume.close()


def _stamp(ago: float) -> str:
    return chain.timestamp(time.time() + ago)


def _run(court: Court, *arguments: str, environ: dict[str, str] | None = None) -> float:
    """Milliseconds of the command, from its start to its end."""
    court.settle()
    begun = time.monotonic_ns()
    with court.running((*SAYSO, *arguments), environ) as process:
        return lasted(process, begun)
