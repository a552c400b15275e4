"""Takes each defence of the list out, one after another, and shows that its test fails then.

    python tests/defences/run.py [--sample N] [NAME ...]
    python tests/defences/run.py --list

It works in a copy, where the same tests run once before anything is taken out, and must pass.
For each defence it says `caught`, with what its test found, or `MISSED`; then a table: threat,
defences, missed. Exit 1 when one was missed, when a text is not found exactly once, or when the
tests fail as things stand.
"""

import argparse
import signal
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))  # the directory that pytest names modules by

from defences.defence import Defence, Threat
from defences.listed import THREATS
from defences.tree import CAUGHT, SECONDS, Tree

WIDTH = 110
"""Characters of what a test found that are shown."""


def main() -> int:
    chosen, listing = _arguments()
    if listing:
        _list(chosen)
        return 0
    # in the background a shell has it ignored, and pytest would ignore it as well
    signal.signal(signal.SIGINT, signal.default_int_handler)
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="sayso-defences-") as directory:
        tree = Tree(Path(directory))
        if not _pass_unchanged(tree, chosen):
            return 1
        missed = {defence.name for defence in _all(chosen) if not _is_caught(tree, defence)}
    _table(chosen, missed)
    print(f"{time.monotonic() - began:.0f} s")
    return 1 if missed else 0


def _arguments() -> tuple[list[Threat], bool]:
    """The defences named, or all of them, by threat; and whether only to list them."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("names", nargs="*", metavar="NAME", help="of a defence, or of a threat")
    parser.add_argument("--sample", type=int, metavar="N", help="so many of them, evenly spread")
    parser.add_argument("--list", action="store_true", help="say what each guards against")
    arguments = parser.parse_args()
    names: set[str] = set(arguments.names)
    known = {threat.name for threat in THREATS} | {defence.name for defence in _all(THREATS)}
    if unknown := names - known:
        parser.error(f"not in the list: {', '.join(sorted(unknown))}")
    chosen = [_choose(threat, names) for threat in THREATS]
    if arguments.sample is None:
        return chosen, arguments.list
    if arguments.sample < 1:
        parser.error(f"--sample {arguments.sample}: at least 1")
    return _sample(chosen, arguments.sample), arguments.list


def _choose(threat: Threat, names: set[str]) -> Threat:
    if not names or threat.name in names:
        return threat
    return Threat(threat.name, tuple(each for each in threat.defences if each.name in names))


def _sample(threats: list[Threat], count: int) -> list[Threat]:
    """The same ones each time, as long as the list stays as it is."""
    every = list(_all(threats))
    names = {every[number * len(every) // count].name for number in range(count)}
    return [_choose(threat, names) for threat in threats]


def _all(threats: list[Threat] | tuple[Threat, ...]) -> Iterator[Defence]:
    for threat in threats:
        yield from threat.defences


def _list(threats: list[Threat]) -> None:
    for threat in threats:
        if threat.defences:
            print(f"{threat.name}:")
        for defence in threat.defences:
            print(f"  {defence.name}: {defence.guards}\n      {defence.file}; {defence.test}")


def _pass_unchanged(tree: Tree, chosen: list[Threat]) -> bool:
    tests = dict.fromkeys(defence.test for defence in _all(chosen))
    code, said = tree.run(tests, SECONDS * len(tests))
    if code:
        print(said, "The tests fail as things stand.", sep="\n")
        return False
    print(f"{len(tests)} tests pass as things stand", flush=True)
    return True


def _is_caught(tree: Tree, defence: Defence) -> bool:
    try:
        with tree.without(defence):
            code, said = tree.run([defence.test], SECONDS)
    except (ValueError, TimeoutError) as error:
        print(f"MISSED  {defence.name}: {error}", flush=True)
        return False
    if code != CAUGHT:
        why = "its test passes without it" if not code else f"no test ran:\n{said}"
        print(f"MISSED  {defence.name}: {why}", flush=True)
        return False
    print(f"caught  {defence.name}: {_finding(said)}", flush=True)
    return True


def _finding(said: str) -> str:
    """What the test found, of pytest's summary."""
    failed = [line for line in said.splitlines() if line.startswith(("FAILED", "ERROR"))]
    return failed[0].partition(" - ")[2][:WIDTH] if failed else ""


def _table(threats: list[Threat], missed: set[str]) -> None:
    print(f"\n{'threat':<24}{'defences':>9}{'missed':>8}")
    for threat in [*threats, Threat("all", tuple(_all(threats)))]:
        count = sum(defence.name in missed for defence in threat.defences)
        if threat.defences:
            print(f"{threat.name:<24}{len(threat.defences):>9}{count:>8}")


if __name__ == "__main__":
    sys.exit(main())
