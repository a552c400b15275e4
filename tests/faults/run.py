"""Kills each process with -9 at each named point, goes on as a caller would, checks the promise.
On Windows, where packaging/wine.py can run this script, it kills by TerminateProcess.

    python tests/faults/run.py [--trials N] [--point P] [--victim V] [--part K/N] [--way W]
                               [--apart SECONDS] [--real] [--jobs J]

Each point has a world of its own: directories, a daemon, a keeper, and dialog processes whose
questions a scripted person answers; with --real a screen, real windows, and a person who presses
their buttons (and types no passwords). The ways to ask take turns. Exit status: 0 when the promise
was kept in every trial, 1 when it was not, or when too few trials found their victim at the point.
"""

import argparse
import itertools
import os
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, field
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from faults.caller import Way
from faults.matrix import BOTH, POINTS
from faults.program import FLAWS
from faults.stage import Stage
from faults.trial import APART, Plan, Result, plan, run
from support.left_behind import LeftBehind
from support.slices import Slice
from support.table import add_row

VICTIMS = ("client", "daemon", "keeper", "dialog", *BOTH)

MISSES = 2
"""Trials that may come to nothing for each one that counts: the victim was not there, or the point
was not reached."""

FEW_MISSES = 30
"""Misses that are allowed in addition, however few trials are wanted: the first trial of each way
kills nobody and counts as a miss."""

PART = 4
"""One trial in so many must have found its victim at the point. More can't be asked: where the
dialog goes by itself at that moment, most kills come too late."""

ENOUGH = 3
"""Failures at a point after which its remaining trials are skipped."""


@dataclass
class Row:
    """One point and one victim."""

    point: str
    victim: str
    trials: int = 0
    missed: int = 0
    anew: int = 0
    failures: list[str] = field(default_factory=list)
    seconds: float = 0.0
    ways: Counter[Way] = field(default_factory=Counter)
    """Trials that counted, by how their callers asked."""
    planned: int = 0
    """Trials so far that had a victim, whether they killed it or not."""

    def count(self, plan: Plan, result: Result, stage: Stage) -> None:
        self.trials += result.killed
        self.ways[plan.way] += result.killed
        self.missed += not result.killed
        self.anew += result.anew
        if result.faults:
            self.fail(f"{plan}", *result.faults, *map(str, result.lines), *stage.log())

    def fail(self, *told: str) -> None:
        self.failures.append("\n    ".join([f"{self.point}, {self.victim} killed:", *told]))

    def __str__(self) -> str:
        each = self.seconds / max(1, self.trials + self.missed)
        numbers = f"{self.trials:>6} {self.anew:>10} {len(self.failures):>8} {each:>6.2f}"
        return f"{self.point:<18} {self.victim:<13} {numbers}"


HEADING = (
    f"{'point':<18} {'killed':<13} {'trials':>6} {'asked anew':>10} {'failures':>8} {'s each':>6}"
)


class PointRun:
    """All trials of one point, in one world; after a failure the next trial has a new world."""

    def __init__(
        self, point: str, victims: Sequence[str], ways: Sequence[Way], options: argparse.Namespace
    ) -> None:
        self.rows = [Row(point, victim) for victim in victims]
        self._ways = ways
        self._point = point
        self._first = list(POINTS).index(point)
        """Index of the way with which the first victim begins; each further victim begins with the
        next way."""
        self._trials: int = options.trials
        self._apart: float = options.apart
        self._chance = random.Random(f"{options.seed} {point}")  # noqa: S311 - it is to be repeatable
        self._numbers = itertools.count(1)

    def run(self, flaw: str, real: bool) -> list[Row]:
        while self._failed() < ENOUGH and next(self._todo(), None):
            self._in_a_world(Stage(self._point, flaw, real=real))
        return self.rows

    def _failed(self) -> int:
        return sum(len(row.failures) for row in self.rows)

    def _todo(self) -> Iterator[Row]:
        """The rows in turn, one for each victim, as long as one of them needs a trial."""
        misses = FEW_MISSES + self._trials * MISSES
        for _ in range(self._trials + misses):
            for row in self.rows:
                if row.trials < self._trials and row.missed < misses:
                    yield row

    def _in_a_world(self, stage: Stage) -> None:
        """Runs trials on `stage` until all are done, or one has failed; then closes it."""
        row, failed = self.rows[0], self._failed()
        hits: dict[Way, int] = {}
        try:
            for row in self._todo():
                began = time.monotonic()
                way = self._next_way(row)
                if way not in hits:
                    hits[way] = self._count_hits(stage, row, way)
                if self._failed() == failed:
                    number, gap = next(self._numbers), self._apart
                    self._one(
                        stage, row, plan(number, row.victim, way, hits[way], self._chance, gap)
                    )
                row.seconds += time.monotonic() - began
                if self._failed() > failed:
                    break
        finally:
            try:
                stage.close()
            except LeftBehind as error:
                row.fail(str(error))

    def _next_way(self, row: Row) -> Way:
        row.planned += 1
        return self._ways[(self._first + self.rows.index(row) + row.planned) % len(self._ways)]

    def _count_hits(self, stage: Stage, row: Row, way: Way) -> int:
        """How often the point is reached when nobody is killed, counted by a trial. When only one
        trial per victim is wanted: 1, so that the kill is at the first time."""
        if self._trials == 1:
            return 1
        return self._one(stage, row, Plan(next(self._numbers), way=way)).hits

    def _one(self, stage: Stage, row: Row, plan: Plan) -> Result:
        result = run(stage, plan)
        row.count(plan, result, stage)
        return result


def run_all(arguments: argparse.Namespace) -> list[Row]:
    """Runs the points side by side, `arguments.jobs` at a time."""
    rows: list[Row] = []
    with ProcessPoolExecutor(arguments.jobs) as pool:
        runs = [
            pool.submit(one_point, point, victims, arguments)
            for point, victims in chosen(arguments.point, arguments.victim, arguments.part).items()
        ]
        for done in as_completed(runs):
            for row in done.result():
                print(row, flush=True)
                rows.append(row)
    return rows


def one_point(point: str, victims: Sequence[str], arguments: argparse.Namespace) -> list[Row]:
    ways = [arguments.way] if arguments.way else list(Way)
    if arguments.real:  # where the person types no passwords
        ways = [way for way in ways if not way.secret]
    return PointRun(point, victims, ways, arguments).run(arguments.flaw, arguments.real)


def chosen(point: str, victim: str, part: Slice) -> dict[str, tuple[str, ...]]:
    """The part of the matrix that is asked for; an empty `point` or `victim` stands for all."""
    rows = {
        each: tuple(name for name in victims if victim in ("", name))
        for each, victims in POINTS.items()
        if point in ("", each)
    }
    whole = {each: victims for each, victims in rows.items() if victims}
    return {each: whole[each] for each in part.of(list(whole))}


def main(words: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--trials", type=int, default=20, help="for each point and victim")
    parser.add_argument("--point", choices=POINTS, default="")
    parser.add_argument(
        "--part", type=Slice.parse, default=Slice(), metavar="K/N", help="of the points"
    )
    parser.add_argument("--victim", choices=VICTIMS, default="")
    parser.add_argument(
        "--apart", type=float, default=APART, help="at most, in seconds, between two deaths"
    )
    parser.add_argument("--way", type=Way, choices=list(Way), help="how callers ask")
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(10**6))
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="points at a time")
    parser.add_argument("--flaw", choices=FLAWS, default=FLAWS[0], help="break it on purpose")
    parser.add_argument("--real", action="store_true", help="on a real screen: slower")
    parser.add_argument("--table", type=Path, metavar="FILE", help="add a row to it")
    arguments = parser.parse_args(words)
    began = time.monotonic()
    print(HEADING)
    rows = run_all(arguments)
    failures = [told for row in rows for told in row.failures]
    for told in failures:
        print(f"\n{told}")
    short = [row for row in rows if row.trials < arguments.trials and not row.failures]
    few = [row for row in short if PART * row.trials < arguments.trials]
    for row in short:
        print(f"{row.point}, {row.victim}: {row.trials} trials, {row.missed} came to nothing")
    for way, number in sum((row.ways for row in rows), Counter[Way]()).items():
        print(f"{number:>6} trials by way of {way}")
    trials, anew = sum(row.trials for row in rows), sum(row.anew for row in rows)
    print(
        f"kill -9 at {len({row.point for row in rows})} points: {trials} trials,"
        f" {len(failures)} failures, {anew} asked anew, {time.monotonic() - began:.0f} s,"
        f" seed {arguments.seed}"
    )
    add_row(arguments.table, "kill -9 at each named point of each process", trials, failures)
    return 1 if failures or few else 0


if __name__ == "__main__":
    sys.exit(main())
