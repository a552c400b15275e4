"""This tree beside another commit of it, by turns: how much slower or faster each figure became."""

import subprocess
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from bench import answering, painting
from bench.court import WARMING, Court, lasted
from bench.echo import Echo
from bench.figures import Row, median, median_interval, spread

MOST = 1.05
"""Most that a figure may become, as a ratio to the other commit: the confidence interval of the
median of all ratios must lie below it."""

ROOT = Path(__file__).parents[2]


@contextmanager
def source_of(commit: str) -> Iterator[Path]:
    """The packages of that commit, in a directory that is removed afterwards. Raises
    CalledProcessError where there is no such commit."""
    packed = subprocess.run(
        ["git", "-C", str(ROOT), "archive", commit, "src"], check=True, capture_output=True
    ).stdout
    with tempfile.TemporaryDirectory(prefix="sayso-", dir="/tmp") as place:
        subprocess.run(["tar", "-x", "-C", place], input=packed, check=True)
        yield Path(place) / "src"


def measure(other: Path, pairs: int) -> Iterator[Row]:
    """Rows that compare this tree with another commit. `other`: where the packages of the other
    commit are. Both have a world of their own, with a daemon that runs all the while."""
    ratios: dict[str, list[float]] = defaultdict(list)
    taken: dict[str, list[float]] = defaultdict(list)
    with Court() as ours, Court() as theirs, Echo() as echo:
        theirs.world.interpreter.add_source(other)
        for court in (ours, theirs):
            court.start_daemon()
        for turn in range(WARMING, pairs):
            order = (ours, theirs) if turn % 2 else (theirs, ours)
            for name, take in _FIGURES.items():
                took = {}
                for court in order:
                    ours.settle()  # and the other one, whose work would slow this one down
                    theirs.settle()
                    took[court] = take(court, echo)
                if turn >= 0:
                    ratios[name].append(took[ours] / took[theirs])
                    taken[name].append(took[ours])
    for name, each in ratios.items():
        low, high = median_interval(each)
        beside = f"ratio {median(each):.3f} [{low:.3f}, {high:.3f}]"
        reach = f"below {MOST:g} × the other commit"
        yield Row(name, reach, spread(taken[name], "ms"), beside, high < MOST)


def _listed(court: Court, _: Echo) -> float:
    court.settle()
    begun = time.monotonic_ns()
    with court.running((*court.world.command, "list")) as process:
        return lasted(process, begun)


def _asked(court: Court, _: Echo) -> float:
    with court.connected() as wire:
        return painting.request(court, wire)[1]


def _commanded(court: Court, _: Echo) -> float:
    return painting.command(court, court.world.command)[1]


def _begun(court: Court, _: Echo) -> float:
    return painting.cold(court)[1]


def _clicked(court: Court, _: Echo) -> float:
    return answering.click(court)


def _collected(court: Court, echo: Echo) -> float:
    return median(answering.kept_answers(court, echo)[0]) / 1e3


_FIGURES: dict[str, Callable[[Court, Echo], float]] = {
    "`sayso list`, whole process": _listed,
    painting.WARM: _asked,
    painting.WHOLE: _commanded,
    painting.COLD: _begun,
    "click to a caller of this tree that holds a committed answer": _clicked,
    "kept answer, ask and claim on an open connection": _collected,
}
"""Functions that measure each figure in one world, in milliseconds."""
