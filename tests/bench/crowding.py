"""Many askers at once: is the next dialog as quick as among few, and does `status` come at once?"""

import json
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from bench.answering import deny_all
from bench.court import WARMING, Court, ask, painted
from bench.figures import Row, median, number, p95, spread, times
from bench.gates import gate
from bench.idling import resident
from support.agents import Started
from support.processes import wait_until
from support.wire import Wire

PROGRAM = str(Path(__file__).with_name("crowd_program.py"))

GATES = ("open", "load")

ORIGINS = 16
QUESTIONS = 4
"""Open questions of each origin; together as many as may be open."""

A_MINUTE = 10_000
"""Further questions a minute, by all origins together."""

PAUSE = 2.0
"""Seconds before each dialog, in which the next spare dialog gets ready, whatever else runs."""

A_TURN = PAUSE + 1.5
"""Seconds of load for each turn: after the pause a dialog is watched until nothing in it
changes."""

EVERY = 0.05
"""Seconds between two `status` requests."""

CONNECTIONS = 1_000
"""Connections, one after the other, in a run of twenty turns."""

LIMIT = 20.0
"""Most milliseconds that a `status` request may take."""


@dataclass(frozen=True)
class Load:
    """What the askers reported at their end."""

    heard: Counter[str]
    late: float
    """Seconds by which the latest request of any asker was late."""


def measure(turns: int) -> Iterator[Row]:
    with Court(tray=False) as court:
        court.start_daemon()
        with court.connected() as wire:
            few = list(_among_few(court, wire, turns))
            askers = _start(court, (turns - WARMING) * A_TURN)
            with ExitStack() as stack:
                for asker in askers:
                    stack.callback(asker.kill)
                _let_in(court, wire)
                status: list[float] = []
                many = list(_among_many(court, wire, turns, status))
                load = _load(askers)
            greeted, grown = _one_after_the_other(court, max(CONNECTIONS * turns // 20, 10))
    work = f"{ORIGINS * QUESTIONS} open questions of {ORIGINS} askers, {A_MINUTE} more a minute"
    yield times(
        f"{work}: one is withdrawn, the next is painted", many,
        reach="≤ 1.1 × among two, with no more", limit=1.1, beside=("among two", few),
    )  # fmt: skip
    yield _asked(load, turns)
    yield Row(
        "… `status` throughout", f"≤ {LIMIT:g} ms",
        f"{number(median(status))} ms (p95 {number(p95(status))}, most {number(max(status))}; "
        f"{len(status)} asked)", "", max(status) <= LIMIT,
    )  # fmt: skip
    yield Row(
        f"{len(greeted)} connections, one after the other: the daemon grows", "≤ 1 MiB",
        f"{grown:.1f} MiB; each greeted in {spread(greeted, 'ms')}", "", grown <= 1,
    )  # fmt: skip


def _asked(load: Load, turns: int) -> Row:
    """A row that says whether all the planned questions could be asked and were answered."""
    meant = int(A_MINUTE / 60 / ORIGINS * (turns - WARMING) * A_TURN) * ORIGINS
    answered = sum(load.heard.values())
    told = ", ".join(f"{count} {status}" for status, count in load.heard.most_common())
    found = f"{told}; none more than {number(load.late * 1000)} ms late"
    return Row("… all are answered", f"{meant}", found, "", answered == meant)


def _among_few(court: Court, wire: Wire, turns: int) -> Iterator[float]:
    """Milliseconds until the next dialog is painted, while two questions are open. None is open
    afterwards."""
    wire.call("ask", _question(WARMING))
    for turn in range(WARMING, turns):
        wire.call("ask", _question(turn + 1))
        _pause(wire, [])
        took = _next(court, wire)
        if turn >= 0:
            yield took
    wire.call("withdraw", {"number": _shown(wire)})
    wait_until(lambda: not court.world.prompts(), "the last to be withdrawn")


def _among_many(court: Court, wire: Wire, turns: int, status: list[float]) -> Iterator[float]:
    """Like `_among_few`, but while the askers ask. The milliseconds of each `status` request go to
    the list `status`."""
    with gate(court.world.directory, GATES[1]).open("w"):
        for turn in range(WARMING, turns):
            _pause(wire, status)
            took = _next(court, wire)
            if turn >= 0:
                yield took


def _next(court: Court, wire: Wire) -> float:
    shown = _shown(wire)

    def withdraw() -> int:
        begun = time.monotonic_ns()
        wire.request("withdraw", {"number": shown})
        return begun

    took = painted(court, withdraw)[1]
    assert "result" in (wire.line() or {})
    return took


def _question(turn: int) -> dict[str, object]:
    return ask(message=f"Origin 0, question {turn}?", wait=0, timeout=600)


def _shown(wire: Wire) -> int:
    (number_,) = [
        each["number"]
        for each in wire.call("list")["result"]["prompts"]
        if each["state"] == "shown"
    ]
    return int(number_)


def _pause(wire: Wire, status: list[float]) -> None:
    """Waits for `PAUSE`; the milliseconds of each `status` request meanwhile go to the list."""
    until = time.monotonic() + PAUSE
    while time.monotonic() < until:
        begun = time.monotonic_ns()
        wire.call("status")
        status.append((time.monotonic_ns() - begun) / 1e6)
        time.sleep(EVERY)


# The askers


def _start(court: Court, seconds: float) -> Sequence[Started]:
    """Starts a process in a terminal of its own for each origin."""
    agent = court.world.agent()
    gates = [str(gate(court.world.directory, word)) for word in GATES]
    load = [str(QUESTIONS), str(A_MINUTE / 60 / ORIGINS), str(seconds)]
    argv = [sys.executable, PROGRAM, str(court.world.socket_path), *gates, *load]
    return [agent.start([*argv, str(each)], terminal=True) for each in range(1, ORIGINS + 1)]


def _let_in(court: Court, wire: Wire) -> None:
    """Denies the askers' first questions, whose answers are kept, and then lets them open the
    others."""
    wait_until(lambda: len(court.world.prompts()) == ORIGINS, "the askers", 60)
    deny_all(court)
    with gate(court.world.directory, GATES[0]).open("w"):
        wait_until(
            lambda: wire.call("status")["result"]["open"] == ORIGINS * QUESTIONS, "questions", 60
        )
    court.settle()


def _load(askers: Sequence[Started]) -> Load:
    wait_until(lambda: all(asker.out.endswith("\n") for asker in askers), "the end of all", 60)
    told = [json.loads(asker.out) for asker in askers]
    heard = sum((Counter(each["heard"]) for each in told), Counter())
    return Load(heard, max(each["late"] for each in told))


def _one_after_the_other(court: Court, count: int) -> tuple[list[float], float]:
    """Milliseconds until each connection was greeted, and the MiB by which the daemon grew."""
    took = []
    (daemon,) = court.pids("daemon run")
    before = resident(daemon)
    for _ in range(count):
        begun = time.monotonic_ns()
        with court.connected():
            took.append((time.monotonic_ns() - begun) / 1e6)
    return took, resident(daemon) - before
