"""Measures how soon `sayso mcp` answers an agent, and what it adds to the time of a question."""

import json
import select
import subprocess
import time
from collections.abc import Iterator

from bench.court import MESSAGE, SAYSO, TITLE, WARMING, Court, painted
from bench.figures import Row, median, number, spread, times
from bench.painting import request
from support.mcp_session import Asked, McpSession

MOST = 10.0
"""Milliseconds that a call of `sayso mcp` may add."""

GREETED = 300.0
"""Milliseconds until the answer to `initialize`: programs start their servers one after another,
while somebody waits."""

INITIALIZE = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {
        "protocolVersion": "2025-06-18",
        "capabilities": {},
        "clientInfo": {"name": "bench", "version": "1"},
    },
}


def measure(turns: int) -> Iterator[Row]:
    """Rows for the start of the server alone; then for calls by the SDK's client to a running
    server, beside requests on the socket."""
    greeted: list[float] = []
    calls: list[float] = []
    requests: list[float] = []
    with Court() as court:
        court.start_daemon()
        with court.connected() as wire, McpSession(court.world.environ) as session:
            for turn in range(WARMING, turns):
                answered = _greeted(court)
                _, requested = request(court, wire)
                called = _call(court, session)
                if turn >= 0:
                    greeted.append(answered)
                    requests.append(requested)
                    calls.append(called)
    yield times(
        "`sayso mcp`, from its start to the answer to `initialize`", greeted,
        reach=f"≤ {GREETED:g} ms", limit=GREETED,
    )  # fmt: skip
    added = median(calls) - median(requests)
    yield Row(
        "what a call of `sayso mcp` adds to a warm question",
        f"≤ {MOST:g} ms",
        f"{number(added)} ms",
        f"call to painted {spread(calls, 'ms')}, request on the socket {spread(requests, 'ms')}",
        added <= MOST,
    )


def _greeted(court: Court) -> float:
    court.settle()
    begun = time.monotonic_ns()
    with subprocess.Popen(
        (*SAYSO, "mcp"), env=court.world.environ, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as server:
        assert server.stdin
        assert server.stdout
        server.stdin.write(json.dumps(INITIALIZE).encode() + b"\n")
        server.stdin.flush()
        assert select.select([server.stdout], [], [], 30)[0], "it does not answer"
        assert b"serverInfo" in server.stdout.readline()
        took = (time.monotonic_ns() - begun) / 1e6
        server.stdin.close()
    return took


def _call(court: Court, session: McpSession) -> float:
    court.settle()

    asked: list[Asked] = []

    def start() -> int:
        begun = time.monotonic_ns()
        asked.append(session.start("confirm", message=MESSAGE, title=TITLE, wait=0))
        return begun

    _, took = painted(court, start)
    session.call("withdraw", ticket=asked[0].result().structured_content["ticket"])
    court.judge.gone()
    return took
