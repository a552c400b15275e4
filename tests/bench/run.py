"""Measures sayso beside other programs, all in one run on one virtual screen.

    python tests/bench/run.py [--turns N] [--out FILE] [--pictures DIRECTORY] [NAME…]
    python tests/bench/run.py --against COMMIT [--turns N] [--out FILE]

Without names everything but `wine` is measured. With --against, this tree is measured beside that
commit. The turns of what is compared alternate. Nothing here fails because of a time; the exit
status is 0 when everything could be measured. Where other programs took the processor meanwhile,
the table says so in place of the figures.
"""

import sys

assert sys.platform == "linux"

import argparse
import os
import platform
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench import (
    agents,
    answering,
    carrying,
    crowding,
    flooding,
    idling,
    judging,
    keeping,
    long_log,
    on_wayland,
    on_wine,
    painting,
    pairs,
    remembering,
)
from bench.figures import Row, markdown
from bench.neighbours import SEEN, Look

GROUPS: dict[str, Callable[[int], Iterator[Row]]] = {
    "judge": judging.measure,
    "painting": painting.measure,
    "agents": agents.measure,
    "wayland": on_wayland.measure,
    "answering": answering.measure,
    "carrying": carrying.measure,
    "idling": idling.measure,
    "remembering": remembering.measure,
    "flooding": flooding.measure,
    "crowding": crowding.measure,
    "keeping": keeping.measure,
    "log": long_log.measure,
}
NAMED = {"wine": on_wine.measure}
"""Groups that are measured only where they are named: they need a system of their own."""
PICTURES: dict[str, Callable[[Sequence[Row]], str]] = {
    "painting": painting.picture,
    "keeping": keeping.picture,
}

_LOOK = 1.0
"""Seconds in which other programs are watched for before each group: not every group rests in
between."""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--turns", type=int, default=20, help="of each figure (default: 20)")
    parser.add_argument("--out", type=Path, help="write the table to this file as well")
    parser.add_argument(
        "--pictures", type=Path, metavar="DIRECTORY", help="draw painting and keeping into this"
    )
    parser.add_argument("--against", metavar="COMMIT", help="measure this tree beside that commit")
    groups = GROUPS | NAMED
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(groups))
    args = parser.parse_args()
    if unknown := set(args.names) - groups.keys():
        parser.error(f"no such group: {', '.join(sorted(unknown))}")
    if args.pictures:
        args.pictures.mkdir(parents=True, exist_ok=True)  # fails before measuring
    if args.against:
        with pairs.source_of(args.against) as other:
            rows = _undisturbed(pairs.measure(other, args.turns))
    else:
        rows = []
        for name in args.names or GROUPS:
            found = _group(name, args.turns)
            rows += found
            if args.pictures and name in PICTURES and all(row.samples for row in found):
                picture = PICTURES[name](found)
                (args.pictures / f"{name}.svg").write_text(picture, encoding="utf-8")
    table = f"{machine()}; {args.turns} turns each.\n\n{markdown(rows)}"
    print(table)
    if args.out:
        args.out.write_text(table, encoding="utf-8")
    return 0


def _group(name: str, turns: int) -> list[Row]:
    print(f"== {name}", file=sys.stderr, flush=True)
    return _undisturbed((GROUPS | NAMED)[name](turns))


def _undisturbed(measured: Iterator[Row]) -> list[Row]:
    SEEN.forget()
    look = Look()
    time.sleep(_LOOK)
    SEEN.add(look)
    return SEEN.judged(_told(measured))


def _told(measured: Iterator[Row]) -> list[Row]:
    """All rows; each is printed as soon as it is there."""
    rows = []
    for row in measured:
        rows.append(row)
        print(row.figure, row.found, row.beside, sep="\n    ", file=sys.stderr, flush=True)
    return rows


def machine() -> str:
    """The machine and the system on which this was measured, in words."""
    cpu = "an unknown processor"
    for line in Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            cpu = line.partition(":")[2].strip()
            break
    system = platform.freedesktop_os_release().get("PRETTY_NAME", "Linux")
    cores = len(os.sched_getaffinity(0))
    return (
        f"{cpu}, {cores} cores, {system}, kernel {platform.release()}, "
        f"Python {platform.python_version()}, Xvfb with openbox"
    )


if __name__ == "__main__":
    sys.exit(main())
