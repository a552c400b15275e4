"""How soon a dialog is on the screen of Wine's Windows, beside a window of ctypes alone, and what
memory the processes take.

python tests/bench/windows.py [TURNS]

Prints medians in milliseconds, and each process's own share (PSS) in MiB while one question is
open, with all that Wine has in it. Nothing here fails because of a figure.
"""

import json
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from statistics import median

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "packaging")]

from support.processes import wait_until
from support.wine_agent import WineAgent
from support.wine_screen import run
from support.world import WINE, World

PROCESSES = 4
PROGRAM = Path(__file__).with_name("windows_program.py")
WORDS = {
    "cold": "start of the dialog process to painted",
    "warm": "order to painted, the process waiting",
    "bare": "start of a bare ctypes window's process to painted",
}


def main(turns: int) -> None:
    world = World(compositor=WINE)
    try:
        shares = memory(world)
        said = subprocess.run(
            run(PROGRAM, str(turns)), env=world.environ, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, check=True, text=True,
        ).stdout  # fmt: skip
    finally:
        world.close()
    told: dict[str, list[float]] = json.loads(said)
    for name, words in WORDS.items():
        print(f"{words}: {median(told[name]) * 1000:.0f} ms (of {len(told[name])})")
    for name, share in shares.items():
        print(f"{name}: {share:.0f} MiB")


def memory(world: World) -> dict[str, float]:
    """Of each process of ours, by what it is, while a question is open and another one's process
    waits."""
    agent = WineAgent(world)
    try:
        asked = agent.start("confirm", "May I?")
        world.dialogs.wait_for("Approve")
        wait_until(lambda: len([*ours(world)]) == PROCESSES, "daemon, keeper, dialog and spare")
        shares = {name: pss(process) for name, process in ours(world)}
        world.dialogs.press("Deny")
        asked.result(60)
        agent.sayso("daemon", "stop")
    finally:
        agent.close()
    return shares


def ours(world: World) -> Iterator[tuple[str, Path]]:
    """Those that outlive a command, numbered where there are two of a name."""
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


def pss(process: Path) -> float:
    told = (process / "smaps_rollup").read_text()
    return int(told.partition("Pss:")[2].split()[0]) / 1024


if __name__ == "__main__":
    main(int(sys.argv[1]) if sys.argv[1:] else 10)
