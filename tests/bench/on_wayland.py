"""Measures, in a session of sway, the time from the request, or the start of a program, to
something on the screen."""

import os
import time
from collections import defaultdict
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager

from bench import figures
from bench.court import MESSAGE, SAYSO, TITLE, WARMING, Court, ask
from bench.figures import Row, times
from bench.painting import WAIT, withdraw
from bench.peers import KDIALOG, PINENTRY_GNOME, PINENTRY_QT, ZENITY, Peer, desktop_bus
from bench.sway_judge import SwayJudge
from support.services import SERVICE
from support.wire import Wire

PEERS = (ZENITY, PINENTRY_GNOME, PINENTRY_QT, KDIALOG)
"""Peers that speak Wayland themselves."""

WARM = "sway: request on the socket to painted, warm"
WHOLE = "sway: whole `sayso confirm` to painted, warm"

_CONFIRM = Peer("sayso confirm", (*SAYSO, "confirm", "--title", TITLE, MESSAGE))


def measure(turns: int) -> Iterator[Row]:
    """Rows of our figures, then one for each peer. No rows for root: sway refuses to run."""
    if os.geteuid() == 0:
        return
    took: dict[str, list[float]] = defaultdict(list)
    peers = [peer for peer in PEERS if peer.installed]
    with Court(compositor="sway") as court, _desktop(court) as environ:
        court.start_daemon()
        with closing(SwayJudge(environ)) as judge, court.connected() as wire:
            for turn in range(WARMING, turns):
                found = {
                    WARM: _request(court, judge, wire),
                    WHOLE: _program(court, judge, _CONFIRM, environ),
                }
                withdraw(court.world, wire, judge.gone)
                for peer in peers:
                    found[peer.name] = _program(court, judge, peer, environ)
                    judge.gone()
                for name, each in found.items() if turn >= 0 else ():
                    took[name].append(each)
    zenity = (ZENITY.name, took[ZENITY.name])
    yield times(WARM, took[WARM], reach="≤ 30 ms", limit=30)
    yield times(WARM, took[WARM], reach="≤ 1/10 of zenity", limit=1 / 10, beside=zenity)
    yield times(WHOLE, took[WHOLE], reach="≤ 1/2 of zenity", limit=1 / 2, beside=zenity)
    for peer in peers:
        found_of_it = figures.spread(took[peer.name], "ms")
        yield Row(f"sway: {peer.name}, from its start to painted", "", found_of_it)


@contextmanager
def _desktop(court: Court) -> Iterator[dict[str, str]]:
    marked = {**court.world.environ, SERVICE: "1", "QT_QPA_PLATFORM": "wayland"}
    with desktop_bus(marked) as environ:
        yield environ


def _request(court: Court, judge: SwayJudge, wire: Wire) -> float:
    court.settle()
    begun = time.monotonic_ns()
    asked = wire.request("ask", ask(wait=WAIT))
    seen = judge.see()
    withdraw(court.world, wire, judge.gone, asked)
    return (seen - begun) / 1e6


def _program(court: Court, judge: SwayJudge, peer: Peer, environ: Mapping[str, str]) -> float:
    """Milliseconds from a program's start to something on the screen."""
    court.settle()
    begun = time.monotonic_ns()
    ours = court.world.environ if peer is _CONFIRM else environ
    with court.running(peer.argv, ours, peer.text):
        return (judge.see() - begun) / 1e6
