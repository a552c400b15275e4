"""Measures the time from the click to an answer in the caller's hands."""

import sys
import threading
import time
from collections.abc import Iterator

from bench.court import MESSAGE, SAYSO, TITLE, WARMING, Court, ask, lasted
from bench.echo import Echo
from bench.figures import Row, times
from sayso.client.sync import Client
from support.processes import wait_until
from support.wire import Wire

PYTHON = (sys.executable, "-c", "import json, socket")

ROUNDS = 8
"""Kept answers, and echoes, that each turn measures in a row: as many as one origin may have
open."""


def measure(turns: int) -> Iterator[Row]:
    clicked: list[float] = []
    late: list[float] = []
    python: list[float] = []
    kept: list[float] = []
    echoed: list[float] = []
    with Court() as court, Echo() as echo:
        court.start_daemon()
        for turn in range(WARMING, turns):
            took = click(court), _late(court), _process(court, PYTHON), *kept_answers(court, echo)
            if turn >= 0:
                clicked.append(took[0])
                late.append(took[1])
                python.append(took[2])
                kept += took[3]
                echoed += took[4]
    yield times(
        "click to the caller holding a committed answer", clicked, reach="≤ 8 ms", limit=8.0
    )
    yield times(
        "`sayso confirm` that picks up a late click, whole process", late,
        reach="≤ 1.8 × `python3 -c 'import json, socket'`", limit=1.8, beside=("python3", python),
    )  # fmt: skip
    yield times(
        "kept answer, ask and claim on an open connection", kept, unit="µs",
        reach="≤ 4 × an asyncio echo of the same bytes", limit=4.0, beside=("echo", echoed),
    )  # fmt: skip


def click(court: Court) -> float:
    """Milliseconds from the release of the mouse button to the return of the client's call."""
    court.settle()
    held: list[tuple[int, bool]] = []

    def call() -> None:
        with Client(str(court.world.socket_path)) as client:
            outcome = client.confirm(MESSAGE, title=TITLE)
            held.append((time.monotonic_ns(), outcome.allowed))

    caller = threading.Thread(target=call)
    caller.start()
    released = court.judge.click(*court.button("Approve"))
    caller.join(30)
    ((at, allowed),) = held
    assert allowed
    return (at - released) / 1e6


def _late(court: Court) -> float:
    """Milliseconds of the command that finds the answer, from its start to its end."""
    court.settle()
    command = (*SAYSO, "confirm", "--title", TITLE, MESSAGE)
    with court.running((*command, "--wait", "0")) as first:
        assert first.wait(30) == 3
    court.judge.click(*court.button("Approve"))
    wait_until(lambda: court.world.prompts()[0]["state"] == "answered", "the answer")
    return _process(court, command)


def _process(court: Court, argv: tuple[str, ...]) -> float:
    court.settle()
    begun = time.monotonic_ns()
    with court.running(argv) as process:
        return lasted(process, begun)


def kept_answers(court: Court, echo: Echo) -> tuple[list[float], list[float]]:
    """Microseconds of ask and claim, for each of several kept answers in a row; and of the same
    bytes to a server that sends them back, in a row as well."""
    kept, echoed, claims = [], [], []
    with court.connected() as wire:
        questions = [ask(wait=0, details=f"{time.monotonic_ns()}") for _ in range(ROUNDS)]
        for question in questions:
            assert wire.call("ask", question)["result"]["status"] == "pending"
        deny_all(court)
        court.settle()
        for question in questions:
            begun = time.monotonic_ns()
            claim = wire.call("ask", question)["result"]["claim"]
            outcome = wire.call("claim", {"claim": claim})["result"]
            kept.append((time.monotonic_ns() - begun) / 1e3)
            assert outcome["status"] == "denied"
            claims.append(claim)
        for question, claim in zip(questions, claims, strict=True):
            begun = time.monotonic_ns()
            _through(echo.wire, "ask", question)
            _through(echo.wire, "claim", {"claim": claim})
            echoed.append((time.monotonic_ns() - begun) / 1e3)
    return kept, echoed


def _through(wire: Wire, method: str, params: dict[str, object]) -> None:
    wire.request(method, params)
    assert wire.line()


def deny_all(court: Court) -> None:
    """Denies all questions by accessibility actions, which are allowed to deny."""

    def done() -> bool:
        court.world.dialogs.act("Deny")
        return all(prompt["state"] == "answered" for prompt in court.world.prompts())

    wait_until(done, "all answers", 60)
