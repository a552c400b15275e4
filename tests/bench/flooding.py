"""Ten thousand identical retries against sixty-four open questions, while one is on the screen."""

import json
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from bench.court import Court
from bench.figures import Row, median, number, p95
from bench.gates import gate
from bench.idling import resident
from support.agents import Started
from support.processes import wait_until
from support.wire import Wire

PROGRAM = str(Path(__file__).with_name("flood_program.py"))

ORIGINS = 16
OPEN = 64
CONNECTIONS = 255
"""Connections of the floods: with one more for `status`, the most that the daemon accepts."""

RETRIES = 10_000

GATES = ("open", "retry")
"""Gates at which the floods wait: before they ask, and before they repeat their questions."""

LEAST = 0.9
"""Share of the dialog's edges that must be visible at any time; not all, as a text that says how
many seconds are left changes."""


def measure(turns: int) -> Iterator[Row]:
    """Measures once: with all retries for twenty turns or more, with a part of them for fewer
    turns."""
    retries = max(RETRIES * min(turns, 20) // 20, CONNECTIONS)
    with Court() as court:
        court.start_daemon()
        with court.connected() as wire:  # connected first: the floods leave no room
            floods = _start(court, retries)
            wait_until(lambda: _ask(wire, "status")["connections"] > CONNECTIONS, "the floods", 60)
            court.judge.watch()
            with gate(court.world.directory, GATES[0]).open("w"):
                wait_until(lambda: _ask(wire, "status")["open"] == OPEN, "the questions", 60)
            court.judge.see()
            court.settle()
            (daemon,) = court.pids("daemon run")
            before, came, dialogs = resident(daemon), court.judge.stare()[0], _dialogs(court)
            took = _flood(court, wire, floods)
            grown = resident(daemon) - before
            now, least = court.judge.stare()
            steady = now == came and least >= LEAST and dialogs == _dialogs(court)
            told = [_told(each) for each in floods]
            for flood in floods:
                flood.kill()
    superseded = sum(each["superseded"] for each in told)
    expected = sum(each["retries"] for each in told)
    work = f"{expected} retries, 64 prompts, {CONNECTIONS} connections"
    yield Row(
        f"{work}: older calls end as superseded", "all", f"{superseded} of {expected}", "",
        superseded == expected,
    )  # fmt: skip
    yield Row(
        "… the dialog stays as it is", "no flicker, no restart",
        f"{now - came} windows came or went; {least:.0%} of it showed at least", "", steady,
    )  # fmt: skip
    yield Row("… the daemon grows", "≤ 20 MB", f"{grown:.1f} MiB", "", grown * 1.048576 <= 20)
    yield Row(
        "… `status` throughout", "≤ 50 ms",
        f"{number(median(took))} ms (p95 {number(p95(took))}, most {number(max(took))}; "
        f"{len(took)} asked)", "", max(took) <= 50,
    )  # fmt: skip


def _start(court: Court, retries: int) -> list[Started]:
    """Starts a process in a terminal of its own for each origin."""
    agent = court.world.agent()
    gates = [str(gate(court.world.directory, word)) for word in GATES]
    floods = []
    for index in range(ORIGINS):
        connections = CONNECTIONS // ORIGINS + (index < CONNECTIONS % ORIGINS)
        share = retries // ORIGINS + (index < retries % ORIGINS)
        argv = [sys.executable, PROGRAM, str(court.world.socket_path), *gates,
                str(index), str(connections), str(share)]  # fmt: skip
        floods.append(agent.start(argv, terminal=True))
    return floods


def _ask(wire: Wire, method: str) -> dict[str, Any]:
    result: dict[str, Any] = wire.call(method)["result"]
    return result


def _dialogs(court: Court) -> set[int]:
    return set(court.pids("sayso dialog"))


def _flood(court: Court, wire: Wire, floods: list[Started]) -> list[float]:
    """Lets the floods repeat their questions; the milliseconds of each `status` request
    meanwhile."""
    took: list[float] = []
    with gate(court.world.directory, GATES[1]).open("w"):
        while not all(flood.out.endswith("\n") for flood in floods):
            begun = time.monotonic_ns()
            _ask(wire, "status")
            took.append((time.monotonic_ns() - begun) / 1e6)
            time.sleep(0.01)
    return took


def _told(flood: Started) -> dict[str, int]:
    told: dict[str, int] = json.loads(flood.out)
    return told
