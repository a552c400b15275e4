"""Takes each defence of the list out, one after another, and shows that its test fails then.

    python tests/defences/run.py [--sample N [--seed S] | --part K/N] [--jobs N] [NAME ...]
    python tests/defences/run.py --list

It works in a copy of the tree. There the same tests run once before anything is taken out, and must
pass. For each defence it says `caught`, with what its test found, or `MISSED`, or `not tried`, with
the reason for which its test is skipped here: some need root. Then comes a table: threat, defences,
missed, not tried. Exit 1 when a defence was missed, when its place in the code is not found, or
when the tests fail as things stand. With `--jobs N`, N defences are tried at a time, each in a copy
of its own.

A sample is drawn by its seed, which is printed; without `--seed` it is another sample each time.
`--part 2/5` is the second of five parts of the list, which are even and together the whole.
"""

import argparse
import random
import re
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from enum import Enum
from pathlib import Path
from queue import SimpleQueue

sys.path.insert(0, str(Path(__file__).parent.parent))  # the directory that pytest names modules by

from defences.defence import Defence, Threat
from defences.listed import THREATS
from defences.tree import CAUGHT, SECONDS, Tree
from support.slices import Slice
from support.table import add_row

WIDTH = 110
"""Most characters that are shown of what a test found."""

_SKIPPED = re.compile(r"^SKIPPED \[\d+\] \S+ (.*)$", re.MULTILINE)
_PASSED = re.compile(r"\b\d+ passed\b")


class Result(Enum):
    CAUGHT = "caught "
    MISSED = "MISSED "
    NOT_TRIED = "not tried"


def main() -> int:
    chosen, arguments = _arguments()
    if arguments.list:
        _list(chosen)
        return 0
    # a shell has background jobs ignore this signal, and pytest would inherit that
    signal.signal(signal.SIGINT, signal.default_int_handler)
    began = time.monotonic()
    with ExitStack() as stack:
        trees = [Tree(Path(stack.enter_context(_directory()))) for _ in range(arguments.jobs)]
        if not _pass_unchanged(trees[0], chosen):
            return 1
        results = _try_all(trees, list(_all(chosen)))
    _table(chosen, results)
    tried = sum(result is not Result.NOT_TRIED for result in results.values())
    missed = [name for name, result in results.items() if result is Result.MISSED]
    add_row(arguments.table, "a defence is taken out, and no test fails", tried, missed)
    print(f"{time.monotonic() - began:.0f} s")
    return 1 if missed else 0


def _directory() -> "tempfile.TemporaryDirectory[str]":
    return tempfile.TemporaryDirectory(prefix="sayso-defences-")


def _arguments() -> tuple[list[Threat], argparse.Namespace]:
    """The defences named, or all of them, by threat; and the other arguments."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("names", nargs="*", metavar="NAME", help="of a defence, or of a threat")
    some = parser.add_mutually_exclusive_group()
    some.add_argument("--sample", type=_at_least_1, metavar="N", help="so many of them, by chance")
    some.add_argument("--part", type=Slice.parse, metavar="K/N", help="the K-th of N even parts")
    seed = random.SystemRandom().randrange(10**6)
    parser.add_argument("--seed", type=int, default=seed, metavar="S", help="draws the sample")
    parser.add_argument(
        "--jobs", type=_at_least_1, default=1, metavar="N", help="so many at a time (1)"
    )
    parser.add_argument("--list", action="store_true", help="say what each guards against")
    parser.add_argument("--table", type=Path, metavar="FILE", help="add a row to it")
    arguments = parser.parse_args()
    names: set[str] = set(arguments.names)
    known = {threat.name for threat in THREATS} | {defence.name for defence in _all(THREATS)}
    if unknown := names - known:
        parser.error(f"not in the list: {', '.join(sorted(unknown))}")
    chosen = [_choose(threat, names) for threat in THREATS] if names else list(THREATS)
    every = [defence.name for defence in _all(chosen)]
    if arguments.part:
        every = arguments.part.of(every)
    elif arguments.sample:
        drawn = random.Random(arguments.seed)  # noqa: S311 - the same one each time is wanted
        every = drawn.sample(every, min(arguments.sample, len(every)))
        print(f"a sample of {len(every)}: seed {arguments.seed}", flush=True)
    return [_choose(threat, set(every)) for threat in chosen], arguments


def _at_least_1(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"{text}: at least 1")
    return number


def _choose(threat: Threat, names: set[str]) -> Threat:
    if threat.name in names:
        return threat
    return Threat(threat.name, tuple(each for each in threat.defences if each.name in names))


def _all(threats: list[Threat] | tuple[Threat, ...]) -> Iterator[Defence]:
    for threat in threats:
        yield from threat.defences


def _list(threats: list[Threat]) -> None:
    for threat in threats:
        if threat.defences:
            print(f"{threat.name}:")
        for defence in threat.defences:
            print(f"  {defence.name}: {defence.guards}\n      {defence.place}; {defence.test}")


def _pass_unchanged(tree: Tree, chosen: list[Threat]) -> bool:
    tests = dict.fromkeys(defence.test for defence in _all(chosen))
    code, said = tree.run(tests, SECONDS * len(tests))
    if code:
        print(said, "The tests fail as things stand.", sep="\n")
        return False
    print(f"{len(tests)} tests: none fails as things stand", flush=True)
    return True


def _try_all(trees: list[Tree], defences: list[Defence]) -> dict[str, Result]:
    """Tries the defences, one at a time in each tree; the results by the defences' names."""
    idle: SimpleQueue[Tree] = SimpleQueue()
    for tree in trees:
        idle.put(tree)

    def attempt(defence: Defence) -> Result:
        tree = idle.get()
        try:
            result, why = _try(tree, defence)
        finally:
            idle.put(tree)
        print(f"{result.value} {defence.name}: {why}", flush=True)
        return result

    with ThreadPoolExecutor(len(trees)) as pool:
        try:
            results = list(pool.map(attempt, defences))
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise
    return {defence.name: result for defence, result in zip(defences, results, strict=True)}


def _try(tree: Tree, defence: Defence) -> tuple[Result, str]:
    """Tries one defence; the result, and the reason for it."""
    try:
        with tree.without(defence):
            code, said = tree.run([defence.test], SECONDS)
    except (ValueError, TimeoutError) as error:
        return Result.MISSED, str(error)
    if code == CAUGHT:
        return Result.CAUGHT, _finding(said)
    if code:
        return Result.MISSED, f"no test ran:\n{said}"
    skipped = _SKIPPED.search(said)
    if skipped and not _PASSED.search(said):
        return Result.NOT_TRIED, skipped[1]
    return Result.MISSED, "its test passes without it"


def _finding(said: str) -> str:
    """What the test found, from pytest's summary."""
    failed = [line for line in said.splitlines() if line.startswith(("FAILED", "ERROR"))]
    return failed[0].partition(" - ")[2][:WIDTH] if failed else ""


def _table(threats: list[Threat], results: dict[str, Result]) -> None:
    print(f"\n{'threat':<24}{'defences':>9}{'missed':>8}{'not tried':>11}")
    for threat in [*threats, Threat("all", tuple(_all(threats)))]:
        counts = Counter(results[defence.name] for defence in threat.defences)
        missed, not_tried = counts[Result.MISSED], counts[Result.NOT_TRIED]
        if threat.defences:
            print(f"{threat.name:<24}{len(threat.defences):>9}{missed:>8}{not_tried:>11}")


if __name__ == "__main__":
    sys.exit(main())
