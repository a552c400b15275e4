"""Mutants, what became of each, and the score: how many of those tried were killed."""

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from support.slices import Slice


class Fate(StrEnum):
    KILLED = "killed"
    """A test failed."""
    TIMED_OUT = "timed out"
    """The tests used the processor far longer than without the mutation: nobody overlooks that."""
    SURVIVED = "survived"
    UNTRIED = "not tried"


@dataclass(frozen=True, order=True)
class Mutant:
    """One place in the code, and one operator that changes it."""

    path: str
    """Relative to the clone."""
    line: int
    column: int
    operator: str
    occurrence: int
    """Index among the places that the operator can change in this file, from 0."""

    def __str__(self) -> str:
        return f"{self.path}:{self.line}:{self.column + 1} {self.operator.removeprefix('core/')}"


@dataclass(frozen=True)
class Result:
    mutant: Mutant
    fate: Fate
    diff: str = ""
    """The changed lines; only of a mutant that survived."""


def choose(mutants: Iterable[Mutant], part: Slice) -> list[Mutant]:
    """This part's mutants, an equal share of each file's, in random order: where time cuts off the
    rest, those that were tried are a fair sample, too."""
    chosen = part.of(sorted(mutants))
    random.Random(f"{part}").shuffle(chosen)  # noqa: S311 - it is to be repeatable
    return chosen


@dataclass
class Score:
    killed: int = 0
    timed_out: int = 0
    untried: int = 0
    survivors: list[Result] = field(default_factory=list)

    @classmethod
    def of(cls, results: Iterable[Result]) -> "Score":
        score = cls()
        for result in results:
            score.count(result)
        return score

    def count(self, result: Result) -> None:
        match result.fate:
            case Fate.KILLED:
                self.killed += 1
            case Fate.TIMED_OUT:
                self.timed_out += 1
            case Fate.UNTRIED:
                self.untried += 1
            case Fate.SURVIVED:
                self.survivors.append(result)

    @property
    def noticed(self) -> int:
        return self.killed + self.timed_out

    @property
    def tried(self) -> int:
        return self.noticed + len(self.survivors)

    @property
    def percent(self) -> float:
        """0 where nothing was tried, so that this is never a success."""
        return 100 * self.noticed / self.tried if self.tried else 0.0

    def __str__(self) -> str:
        return (
            f"{self.noticed:>6}{self.tried:>7}{self.percent:>7.1f}{self.timed_out:>11}"
            f"{self.untried:>11}"
        )


HEADING = f"{'module':<36}{'killed':>6}{'tried':>7}{'%':>7}{'timed out':>11}{'not tried':>11}"


def report(results: Sequence[Result]) -> str:
    """A line for each module, and one for all; then the mutants that timed out, and the
    survivors."""
    paths = sorted({result.mutant.path for result in results})
    rows = [
        f"{path.removeprefix('src/sayso/'):<36}"
        f"{Score.of(result for result in results if result.mutant.path == path)}"
        for path in paths
    ]
    score = Score.of(results)
    ordered = sorted(results, key=lambda result: result.mutant)
    endless = [f"timed out: {each.mutant}" for each in ordered if each.fate is Fate.TIMED_OUT]
    survivors = [
        f"survived: {each.mutant}\n{each.diff}" for each in ordered if each.fate is Fate.SURVIVED
    ]
    return "\n".join([HEADING, *rows, f"{'all':<36}{score}", *endless, *survivors])
