"""Measures the time from the request, or the start of a program, to the dialog on the screen."""

import json
import os
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from bench import figures
from bench.court import DETAILS, MESSAGE, SAYSO, TITLE, WARMING, Court, ask, painted
from bench.figures import Row, times
from bench.peers import (
    GNOME_ASKPASS,
    PEERS,
    PINENTRY,
    PINENTRY_GTK,
    ZENITY,
    ZENITY_TEXT,
    Peer,
    desktop_bus,
)
from bench.pictures import Bar, bars
from support.hook_events import recorded
from support.processes import StillWaiting
from support.services import SERVICE
from support.wire import Wire
from support.world import World

CONFIRM = ("confirm", "--title", TITLE, MESSAGE)
ASKPASS = (
    str(Path(SAYSO[0]).with_name("sayso-askpass")),
    "Enter passphrase for key '/home/ana/.ssh/id_ed25519': ",
)

WARM = "request on the socket to painted, warm"
LONG = "the same with 200 lines of details"
WHOLE = "whole `sayso confirm` to painted, warm"
HOOK = "an agent's event to `sayso hook`, to painted, warm"
GPG = "`pinentry-sayso`, from its start to painted, warm"
SSH = "`sayso-askpass`, from its start to painted, warm"
COLD = "whole `sayso confirm` to painted, daemon and spare cold"

_FROM_START = ", from its start to painted"

WAIT = 60
"""Seconds that the caller waits: longer than any dialog is watched."""

Samples = dict[str, list[float]]


def measure(turns: int) -> Iterator[Row]:
    """Rows of our figures, then one for each peer."""
    maps: Samples = defaultdict(list)
    paints: Samples = defaultdict(list)
    peers = [peer for peer in (*PEERS, ZENITY_TEXT) if peer.installed]
    with Court() as court, desktop_bus({**court.world.environ, SERVICE: "1"}) as bus:
        court.start_daemon()
        with court.connected() as wire:
            for turn in range(WARMING, turns):
                took = {
                    WARM: request(court, wire),
                    LONG: request(court, wire, details=DETAILS),
                    WHOLE: command(court, SAYSO),
                    HOOK: _hook(court),
                    GPG: _pinentry(court),
                    SSH: _asker(court, ASKPASS),
                    COLD: cold(court),
                    **{peer.name: _peer(court, peer, bus) for peer in peers},
                }
                for name, (mapped, seen) in took.items() if turn >= 0 else ():
                    maps[name].append(mapped)
                    paints[name].append(seen)
    yield from _ours(paints)
    for peer in peers:
        row = times(f"{peer.name}{_FROM_START}", paints[peer.name])
        yield replace(row, beside=f"mapped {figures.spread(maps[peer.name], 'ms')}")


def _ours(paints: Samples) -> Iterator[Row]:
    zenity = (ZENITY.name, paints[ZENITY.name])
    for figure, limit, reach in (
        (WARM, 1 / 10, "≤ 1/10 of zenity"),
        (LONG, 1 / 5, "≤ 1/5 of zenity"),
        (COLD, 1.3, "≤ 1.3 × zenity"),
        (WHOLE, 1 / 2, "≤ 1/2 of zenity"),
    ):
        yield times(figure, paints[figure], reach=reach, limit=limit, beside=zenity)
    yield times(
        HOOK, paints[HOOK], reach="≤ 1.5 × `sayso confirm`", limit=1.5,
        beside=("sayso confirm", paints[WHOLE]),
    )  # fmt: skip
    if PINENTRY_GTK.name in paints:
        yield times(
            GPG, paints[GPG], reach=f"≤ 1.5 × {PINENTRY_GTK.name}", limit=1.5,
            beside=(PINENTRY_GTK.name, paints[PINENTRY_GTK.name]),
        )  # fmt: skip
    if GNOME_ASKPASS.name in paints:
        yield times(
            SSH, paints[SSH], reach=f"≤ 1.5 × {GNOME_ASKPASS.name}", limit=1.5,
            beside=(GNOME_ASKPASS.name, paints[GNOME_ASKPASS.name]),
        )  # fmt: skip
    others = [peer.name for peer in PEERS if peer.name in paints]
    fastest = min(others, key=lambda name: figures.median(paints[name]))
    yield times(
        WARM, paints[WARM], reach="faster than every peer", limit=1.0,
        beside=(f"the fastest, {fastest},", paints[fastest]),
    )  # fmt: skip


def picture(rows: Sequence[Row]) -> str:
    """A picture of our figures, and of those of the peers from their start on."""
    shown = {row.figure: row for row in rows}
    ours = (WARM, WHOLE, HOOK, GPG, SSH, COLD)
    return bars(
        "Until the question is on the screen",
        "ms",
        (
            Bar(_shortly(figure), row.samples, figure in ours)
            for figure, row in shown.items()
            if figure != LONG
        ),
    )


def _shortly(figure: str) -> str:
    for words in ("`", _FROM_START, ", from its start", ", to painted", " to painted", "whole "):
        figure = figure.replace(words, "")
    return figure


def request(court: Court, wire: Wire, **more: str) -> tuple[float, float]:
    """Milliseconds from a request until its dialog is mapped and until it is painted. The caller
    waits: a question that nobody waits for opens with a banner that says so."""
    court.settle()
    asked: list[int] = []

    def start() -> int:
        begun = time.monotonic_ns()
        asked.append(wire.request("ask", ask(wait=WAIT, **more)))
        return begun

    took = painted(court, start)
    withdraw(court.world, wire, court.judge.gone, *asked)
    return took


def withdraw(world: World, wire: Wire, gone: Callable[[], None], *asked: int) -> None:
    """Withdraws all that is open, and waits till it has gone. `asked`: ids of requests that get
    their replies thereby; those are read, too."""
    numbers = [prompt["number"] for prompt in world.prompts()]
    waiting = {*asked, *(wire.request("withdraw", {"number": each}) for each in numbers)}
    gone()
    while waiting and (reply := wire.line()) is not None:
        waiting.discard(reply.get("id", 0))


def command(
    court: Court, sayso: Sequence[str], environ: Mapping[str, str] | None = None
) -> tuple[float, float]:
    """Milliseconds from the start of `sayso confirm` until its dialog is mapped and until it is
    painted. The question outlives the command, and is withdrawn."""
    court.settle()
    with _spawned(court, (*sayso, *CONFIRM), environ) as took:
        pass
    with court.connected() as wire:
        withdraw(court.world, wire, court.judge.gone)
    return took


def _asker(court: Court, argv: tuple[str, ...], text: str = "") -> tuple[float, float]:
    """Like `command`, but for a program whose question ends with it."""
    court.settle()
    with _spawned(court, argv, text=text) as took:
        pass
    court.judge.gone()
    return took


def _hook(court: Court) -> tuple[float, float]:
    event = json.dumps(recorded("claude-code-2.1.197/PermissionRequest-Bash"))
    return _asker(court, (*SAYSO, "hook", "claude-code"), event)


def _pinentry(court: Court) -> tuple[float, float]:
    """Like `_asker`. The pinentry is also told for which process it asks, as gpg-agent tells it,
    and looks at that process."""
    return _asker(court, (*SAYSO, "pinentry"), f"OPTION owner={os.getpid()}\n{PINENTRY}")


def cold(court: Court) -> tuple[float, float]:
    """Like `command`, but with a daemon of its own, which the command starts, in the same world."""
    court.settle()
    place = Path(court.world.environ["HOME"]) / "cold"
    place.mkdir(mode=0o700, exist_ok=True)
    environ = {**court.world.environ, "SAYSO_SOCKET": str(place / "socket")}
    with (
        _spawned(court, (*court.world.command, *CONFIRM), environ) as took,
        court.running((*court.world.command, "daemon", "stop"), environ) as stop,
    ):
        assert stop.wait(20) == 0
    court.judge.gone()
    return took


def _peer(court: Court, peer: Peer, environ: Mapping[str, str]) -> tuple[float, float]:
    court.settle()
    with _spawned(court, peer.argv, environ, peer.text) as took:
        pass
    court.judge.gone()
    return took


@contextmanager
def _spawned(
    court: Court, argv: tuple[str, ...], environ: Mapping[str, str] | None = None, text: str = ""
) -> Iterator[tuple[float, float]]:
    """Runs a program until the context ends; milliseconds from its start until its window is mapped
    and until it is painted."""
    court.judge.watch()
    begun = time.monotonic_ns()
    with court.running(argv, environ, text) as process:
        try:
            seen = court.judge.see()
        except StillWaiting as error:
            raise StillWaiting(f"{argv[0]} (exit status {process.poll()}): {error}") from error
        yield (seen.mapped - begun) / 1e6, (seen.painted - begun) / 1e6
