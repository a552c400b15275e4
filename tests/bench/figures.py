"""What a run found: samples, the least of them, their median and 95th percentile, and rows of a
table."""

import math
import statistics
from collections.abc import Sequence
from dataclasses import dataclass


def median(samples: Sequence[float]) -> float:
    return statistics.median(samples)


def p95(samples: Sequence[float]) -> float:
    """The smallest sample that 95 % of all do not exceed."""
    return sorted(samples)[math.ceil(0.95 * len(samples)) - 1]


def median_interval(samples: Sequence[float]) -> tuple[float, float]:
    """The interval, with at least 95 % confidence, of the median of what the samples were drawn
    from: two of the samples, by their ranks (the sign test). Of few samples it is no more than the
    least and the greatest."""
    ranked, count = sorted(samples), len(samples)
    rank, below = 0, 0.0
    while (below := below + math.comb(count, rank) / 2**count) <= 0.025:
        rank += 1
    at = max(rank - 1, 0)
    return ranked[at], ranked[count - 1 - at]


@dataclass(frozen=True)
class Row:
    """One line of a table."""

    figure: str
    reach: str
    """The goal, in words; empty: there is none, the row is there to compare with."""
    found: str
    beside: str = ""
    """What the figure is compared with, and the result of the comparison."""
    reached: bool | None = None
    """Whether the goal was reached. None: there is no goal, or it could not be measured."""
    samples: Sequence[float] = ()
    """The samples that the figure was found by, for a picture."""
    line: str = ""
    """What was measured, where it was measured among more and more things; `among`: how many."""
    among: int = 0


def times(
    figure: str,
    samples: Sequence[float],
    *,
    unit: str = "ms",
    reach: str = "",
    limit: float | None = None,
    beside: tuple[str, Sequence[float]] | None = None,
    beyond: tuple[str, Sequence[float]] | None = None,
) -> Row:
    """A row of samples. `limit` is in `unit`; with `beside` it is the ratio of the medians, with
    `beyond` their difference."""
    found = spread(samples, unit)
    if beyond is not None:
        name, others = beyond
        more = median(samples) - median(others)
        reached = None if limit is None else more <= limit
        told = f"{name} {spread(others, unit)}; {more:+.2g} {unit}"
        return Row(figure, reach, found, told, reached, samples)
    if beside is None:
        reached = None if limit is None else median(samples) <= limit
        return Row(figure, reach, found, "", reached, samples)
    name, others = beside
    ratio = median(samples) / median(others)
    reached = None if limit is None else ratio <= limit
    told = f"{name} {spread(others, unit)}; ratio {ratio:.2f}"
    return Row(figure, reach, found, told, reached, samples)


def spread(samples: Sequence[float], unit: str) -> str:
    told = (number(each) for each in (median(samples), min(samples), p95(samples)))
    return "{} {unit} ({} to {})".format(*told, unit=unit)


def number(value: float) -> str:
    return f"{value:.0f}" if value >= 100 else f"{value:.1f}" if value >= 1 else f"{value:.2g}"


MARKS = {True: "yes", False: "**no**", None: "–"}


def markdown(rows: Sequence[Row]) -> str:
    head = ["| figure | reach | found | beside it | reached |", "|---|---|---|---|---|"]
    lines = [
        f"| {row.figure} | {row.reach} | {row.found} | {row.beside} | {MARKS[row.reached]} |"
        for row in rows
    ]
    return "\n".join([*head, *lines]) + "\n"
