"""Measures, on Wine's Windows, how soon a dialog is on the screen, beside a window of ctypes alone,
and what memory the processes use."""

import json
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from bench.figures import Row, times

sys.path.append(str(Path(__file__).parents[2] / "packaging"))  # for wine

from support.processes import wait_until
from support.wine_agent import WineAgent
from support.wine_screen import run
from support.world import WINE, World

PROGRAM = Path(__file__).with_name("wine_program.py")

PROCESSES = 4

_COLD = "the dialog process from its start to painted"
_WARM = "order to painted, the process waiting"


def measure(turns: int) -> Iterator[Row]:
    with _one_processor(), closing(World(compositor=WINE)) as world:
        shares = _shares(world)
        took = _times(world, turns)
    with closing(World(compositor=WINE)) as world:
        freely = _times(world, turns)
    bare = ("a bare window of ctypes", took["bare"])
    yield times(f"Wine: {_COLD}", took["cold"], reach="≤ 400 ms", limit=400)
    yield times("Wine: the same, beside another window", took["cold"], beside=bare)
    yield times(f"Wine: {_WARM}", took["warm"], reach="≤ 25 ms", limit=25)
    bare = ("a bare window of ctypes", freely["bare"])
    yield times(f"Wine: {_COLD}, on all processors", freely["cold"], beside=bare)
    yield times(f"Wine: {_WARM}, on all processors", freely["warm"], reach="≤ 25 ms", limit=25)
    detail = ", ".join(f"{name} {share:.0f}" for name, share in shares.items())
    found = f"{sum(shares.values()):.0f} MiB ({detail})"
    yield Row("Wine: PSS while a question is open, with all that Wine has in it", "", found)


@contextmanager
def _one_processor() -> Iterator[None]:
    """Has all that is started meanwhile run on one processor. Each call of a program to Wine's
    server waits for that to wake: on a virtual machine with several processors that alone is more
    than half of the time."""
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {max(before)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


def _times(world: World, turns: int) -> dict[str, list[float]]:
    """Milliseconds of each turn."""
    said = subprocess.run(
        run(PROGRAM, str(turns)), env=world.environ, stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE, check=True, text=True,
    ).stdout  # fmt: skip
    return {name: [each * 1e3 for each in seconds] for name, seconds in json.loads(said).items()}


def _shares(world: World) -> dict[str, float]:
    """PSS in MiB of each of our processes, by its name, while a question is open and a spare dialog
    process waits."""
    with closing(WineAgent(world)) as agent:
        asked = agent.start("confirm", "May I?")
        world.dialogs.wait_for("Approve")
        wait_until(lambda: len([*_ours(world)]) == PROCESSES, "daemon, keeper, dialog and spare")
        shares = {name: _pss(process) for name, process in _ours(world)}
        world.dialogs.press("Deny")
        asked.result(60)
        agent.sayso("daemon", "stop")
    return shares


def _ours(world: World) -> Iterator[tuple[str, Path]]:
    """Our processes that outlive a command, each with its name and a number that tells two of a
    name apart."""
    seen: Counter[str] = Counter()
    place = str(world.directory).encode()
    for process in sorted(Path("/proc").glob("[0-9]*")):
        with suppress(OSError):  # it has ended
            words = (process / "cmdline").read_bytes().replace(b"\0", b" ").split()
            if b"sayso" in words and place in (process / "environ").read_bytes():
                name = words[words.index(b"sayso") + 1].decode()
                if name != "confirm":
                    seen[name] += 1
                    yield f"{name} {seen[name]}", process


def _pss(process: Path) -> float:
    told = (process / "smaps_rollup").read_text()
    return int(told.partition("Pss:")[2].split()[0]) / 1024
