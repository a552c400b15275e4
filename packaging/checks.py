"""Runs the checks, and closes with a table: what ran, for how long, and what did not run.

    sh packaging/test.sh                 what guards a change
    sh packaging/test.sh --also-long M   and then as much of the long tier as M minutes have room
                                         for; the number of commits says from which part on
    sh packaging/test.sh --long          the long tier alone, whole: hours
    sh packaging/test.sh NAME …          the part with this name, or all with NAME in their names
    sh packaging/test.sh --list          the names of the parts that would run, and their minutes

Exit status: 0 when all is right, 1 when a part failed.
"""

import argparse
import subprocess
import sys
import tempfile
import time
from collections import Counter, deque
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from parts import FIRST, HOURS, IS_ROOT, LONG, STATIC, Part, turn

ROOT = Path(__file__).parents[1]
LAST_WORDS = 12
"""How many last lines of a failed part are printed again at the very end, which is all that some
records of a run keep."""
WIDTH = 300
"""Characters of each of those lines; the rest is cut off."""
AT_A_TIME = 2
"""How many static checks run side by side."""


@dataclass(frozen=True)
class Result:
    part: Part
    failed: bool
    seconds: float
    last_words: Sequence[str]


def main(words: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--long", action="store_true", help="the long tier, whole")
    parser.add_argument("--also-long", type=float, metavar="M", help="the first, and M minutes")
    parser.add_argument("--list", action="store_true", help="name the parts")
    parser.add_argument("--began", type=float, metavar="T", help="when installing began, as time()")
    arguments = parser.parse_args(words)
    chosen = choose(arguments.names, arguments.long, arguments.also_long, commits())
    if not chosen:
        parser.error(f"no part is named {' or '.join(arguments.names)}: see --list")
    installing = time.time() - (arguments.began or time.time())
    if arguments.list:
        print(*(f"{part.minutes:5.1f} min  {part.name}" for part in chosen), sep="\n")
        return 0
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="sayso-checks-") as directory:
        threats = Path(directory, "threats")
        threats.touch()
        results = run(chosen, threats)
        print(closing(results, threats.read_text(), installing, began), end="")
    return 1 if any(result.failed for result in results) else 0


def choose(
    names: Sequence[str], is_long: bool, also_long: float | None, number: int
) -> tuple[Part, ...]:
    """The parts to run. `number`: the part of the long tier from which `also_long` minutes of it
    begin. Without root, parts that need root are left out."""
    first, long, hours = (
        tuple(part for part in parts if IS_ROOT or not part.needs_root)
        for parts in (FIRST, LONG, HOURS)
    )
    if names:
        return tuple(part for part in (*first, *long, *hours) if is_named(part, names))
    if is_long:
        return (*long, *hours)
    return first if also_long is None else (*first, *turn(long, number, also_long))


def is_named(part: Part, names: Sequence[str]) -> bool:
    """Whether one of the names is the part's whole name, or a piece of it that is not the whole
    name of another part."""
    whole = {each.name for each in (*FIRST, *LONG, *HOURS)}
    return any(name == part.name or (name in part.name and name not in whole) for name in names)


def commits() -> int:
    """The number of commits in this checkout's history; 0 where it has none."""
    counted = subprocess.run(
        ["git", "rev-list", "--count", "HEAD"],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    return int(counted.stdout) if counted.returncode == 0 else 0


def run(parts: Sequence[Part], threats: Path) -> list[Result]:
    """Runs static checks side by side, then everything else, one after another."""
    with ThreadPoolExecutor(AT_A_TIME) as pool:
        static = list(pool.map(run_quietly, [part for part in parts if part in STATIC]))
    return [*static, *(run_aloud(part, threats) for part in parts if part not in STATIC)]


def run_quietly(part: Part) -> Result:
    """Prints the part's output in one piece, once the part has ended."""
    began = time.monotonic()
    done = subprocess.run(
        part.command, cwd=ROOT, stdin=subprocess.DEVNULL, check=False, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )  # fmt: skip
    print(f"== {part.name}\n{done.stdout}", end="", flush=True)
    lines = done.stdout.splitlines(keepends=True)[-LAST_WORDS:]
    return Result(part, done.returncode != 0, time.monotonic() - began, lines)


def run_aloud(part: Part, threats: Path) -> Result:
    """Prints the part's output as it comes."""
    began = time.monotonic()
    print(f"== {part.name}", flush=True)
    command = [*part.command, *(["--table", str(threats)] if part.has_table else [])]
    last: deque[str] = deque(maxlen=LAST_WORDS)
    with subprocess.Popen(
        command, cwd=ROOT, stdin=subprocess.DEVNULL, text=True, errors="replace",
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    ) as process:  # fmt: skip
        for line in process.stdout or ():
            print(line, end="", flush=True)
            last.append(line)
    return Result(part, process.returncode != 0, time.monotonic() - began, list(last))


def closing(results: Sequence[Result], threats: str, installing: float, began: float) -> str:
    """The closing tables, and the last lines of the parts that failed. `installing`: seconds that
    it took; `began`: a time.monotonic()."""
    lines = [f"\n{'threat':<60}{'trials':>8}{'failures':>10}", threats]
    lines.append(f"{clock(installing)}  installing")
    for result in results:
        failed = ": FAILED" if result.failed else ""
        lines.append(f"{clock(result.seconds)}  {result.part.name}{failed}")
    lines.append(f"{clock(installing + time.monotonic() - began)}  in all\n")
    ran = {result.part for result in results}
    waiting = Counter(part.name.partition(",")[0] for part in (*LONG, *HOURS) if part not in ran)
    names = "; ".join(f"{name} ({count})" for name, count in waiting.items())
    lines.append(f"Left to the long tier, sh packaging/test.sh --long: {names}.")
    left_out = [part.name for part in (*FIRST, *LONG, *HOURS) if part.needs_root and not IS_ROOT]
    if left_out:
        lines.append(f"Left out, as only root can run them: {'; '.join(left_out)}.")
    for result in results:
        if result.failed:
            lines += [
                f"\n{result.part.name}:",
                *(each.rstrip()[:WIDTH] for each in result.last_words),
            ]
    if any(result.failed for result in results):
        lines.append("\nNot all checks passed: see above.")
    return "\n".join(lines) + "\n"


def clock(seconds: float) -> str:
    return f"{int(seconds) // 60:4d}:{int(seconds) % 60:02d}"


if __name__ == "__main__":
    sys.exit(main())
