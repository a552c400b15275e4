"""What it adds to a question that an agent asks it through `sayso mcp`."""

import time
from collections.abc import Iterator

from bench.court import MESSAGE, TITLE, WARMING, Court, painted
from bench.figures import Row, median, number, spread
from bench.painting import request
from support.mcp_session import Asked, McpSession

MOST = 10.0
"""Milliseconds."""


def measure(turns: int) -> Iterator[Row]:
    """One row: the SDK's client, its server running, beside the socket."""
    calls: list[float] = []
    requests: list[float] = []
    with Court() as court:
        court.start_daemon()
        with court.connected() as wire, McpSession(court.world.environ) as session:
            for turn in range(WARMING, turns):
                _, requested = request(court, wire)
                called = _call(court, session)
                if turn >= 0:
                    requests.append(requested)
                    calls.append(called)
    added = median(calls) - median(requests)
    yield Row(
        "what a call of `sayso mcp` adds to a warm question",
        f"≤ {MOST:g} ms",
        f"{number(added)} ms",
        f"call to painted {spread(calls, 'ms')}, request on the socket {spread(requests, 'ms')}",
        added <= MOST,
    )


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
