"""Changes core and wire in one place after the other: does a test notice?

    python tests/mutation/run.py [--part K/N] [--minutes M] [--only WORD] [--jobs J] [--table FILE]

Needs the extra `mutation`: cosmic-ray makes the mutants. It changes numbers, comparisons,
conditions, arithmetic, loops and the exceptions that are caught, in module constants and defaults
too; it can't change texts, arguments and whole statements. All mutants take more than an hour; a
part is an equal share of each module. All is done in copies, in a temporary directory. Exit status:
0 when the score is high enough; 1 when it is not, or nothing was tried; 2 when the tests fail
without any mutation.
"""

import sys

assert sys.platform == "linux"

import argparse
import math
import os
import tempfile
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path
from queue import SimpleQueue

sys.path.insert(0, str(Path(__file__).parents[1]))

from mutation.mutants import find_mutants
from mutation.score import Fate, Mutant, Result, Score, choose, report
from mutation.trial import Copy, NotSound, TimeIsUp
from support.slices import Slice
from support.table import add_row

CLONE = Path(__file__).parents[2]

ENOUGH = 80.0
"""Least score in percent. A sample of 103 had 88; the next one may have 3 fewer or more by chance,
rarely 8."""


def try_all(mutants: Sequence[Mutant], jobs: int, until: float) -> Iterator[Result]:
    """Tries the mutants, `jobs` at a time, each in a copy of its own; those left at `until` are not
    tried."""
    with tempfile.TemporaryDirectory(prefix="sayso-mutation-") as place:
        copies: SimpleQueue[Copy] = SimpleQueue()
        for number in range(jobs):
            copy = Copy(CLONE, Path(place, str(number)))
            copies.put(copy)
        try:
            bounds = copy.check(until)
        except TimeIsUp:
            yield from (Result(mutant, Fate.UNTRIED) for mutant in mutants)
            return

        def one(mutant: Mutant) -> Result:
            copy = copies.get()
            try:
                return copy.try_out(mutant, bounds, until)
            finally:
                copies.put(copy)

        with ThreadPoolExecutor(jobs) as pool:
            for done in as_completed([pool.submit(one, mutant) for mutant in mutants]):
                yield done.result()


def main(words: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--part", type=Slice.parse, default=Slice(), metavar="K/N")
    parser.add_argument("--minutes", type=float, default=math.inf, help="at most")
    parser.add_argument("--only", default="", metavar="WORD", help="files with this in their path")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="mutants at a time")
    parser.add_argument("--table", type=Path, metavar="FILE", help="add a row to it")
    arguments = parser.parse_args(words)
    began = time.monotonic()
    found = [mutant for mutant in find_mutants(CLONE) if arguments.only in mutant.path]
    mutants = choose(found, arguments.part)
    print(f"{len(mutants)} of {len(found)} mutants", flush=True)
    results = []
    try:
        for result in try_all(mutants, arguments.jobs, began + 60 * arguments.minutes):
            results.append(result)
            if result.fate is Fate.SURVIVED:
                print(f"{len(results):>5} survived: {result.mutant}", flush=True)
    except NotSound as error:
        print(error)
        return 2
    score = Score.of(results)
    print(report(results))
    print(f"{score.percent:.1f} % of {score.tried} killed, {time.monotonic() - began:.0f} s")
    threat = f"a mutant survives (killed: {score.percent:.1f} %, at least {ENOUGH:g} %)"
    survivors = [str(result.mutant) for result in score.survivors]
    add_row(arguments.table, threat, score.tried, survivors)
    return 0 if score.percent >= ENOUGH else 1


if __name__ == "__main__":
    sys.exit(main())
