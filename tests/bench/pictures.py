"""Figures as pictures for the manual: SVG, readable on light and on dark, with nothing to load."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from math import ceil, floor, log10

from bench.figures import median, number, p95

WIDTH = 760
_MARGIN, _LINE = 16, 26
_NAMES = 330
"""Pixels for the names on the left of the bars."""
_NUMBERS = 70
"""Pixels for the numbers on the right of the bars."""
_HEIGHT, _AXIS, _ENDS = 320, 48, 90
"""Pixels in a picture with lines: its height, the room left of the lines for the axis, and the room
right of them for their names."""

_STYLE = """
text { font: 13px system-ui, sans-serif; fill: #1f2328; }
.title { font-weight: 600; }
.number, .axis { font-size: 12px; }
.paper { fill: #ffffff; }
.ours { fill: #1a7f37; }
.peer { fill: #9aa4af; }
.spread, .line, .grid { stroke: #1f2328; fill: none; }
.grid { stroke-opacity: 0.2; }
.line { stroke: #1a7f37; stroke-width: 2; }
@media (prefers-color-scheme: dark) {
  text { fill: #e6edf3; }
  .paper { fill: #0d1117; }
  .ours { fill: #3fb950; }
  .peer { fill: #6e7681; }
  .spread, .grid { stroke: #e6edf3; }
  .line { stroke: #3fb950; }
}
"""


@dataclass(frozen=True)
class Bar:
    name: str
    samples: Sequence[float]
    is_ours: bool


def bars(title: str, unit: str, given: Iterable[Bar]) -> str:
    """A picture of medians as bars, the shortest first, each with a line from the least to the 95th
    percentile."""
    ranked = sorted(given, key=lambda each: median(each.samples))
    scale = (WIDTH - 2 * _MARGIN - _NAMES - _NUMBERS) / max(p95(each.samples) for each in ranked)
    height = 2 * _MARGIN + _LINE * (len(ranked) + 1)
    rows = (part for n, each in enumerate(ranked, 1) for part in _bar(n, each, unit, scale))
    return _picture(title, height, rows)


def _bar(place: int, bar: Bar, unit: str, scale: float) -> Iterator[str]:
    top = _MARGIN + place * _LINE
    left, middle = _MARGIN + _NAMES, top + _LINE / 2 - 3
    half, least, most = (
        each * scale for each in (median(bar.samples), min(bar.samples), p95(bar.samples))
    )
    kind = "ours" if bar.is_ours else "peer"
    yield f'<text x="{left - 8}" y="{middle + 4:.0f}" text-anchor="end">{escape(bar.name)}</text>'
    yield f'<rect class="{kind}" x="{left}" y="{top}" width="{half:.1f}" height="{_LINE - 6}"/>'
    yield (
        f'<path class="spread" d="M{left + least:.1f} {middle}H{left + most:.1f}'
        f'm0 -4v8M{left + least:.1f} {middle - 4}v8"/>'
    )
    told = f"{number(median(bar.samples))} {unit}"
    yield f'<text class="number" x="{left + most + 8:.0f}" y="{middle + 4:.0f}">{told}</text>'


Line = Sequence[tuple[float, Sequence[float]]]
"""Pairs of a number of things, and the samples among so many things."""


def lines(title: str, unit: str, things: str, given: Mapping[str, Line]) -> str:
    """A picture of medians as lines, over a number of `things` that grows tenfold from place to
    place."""
    numbers = sorted({each for line in given.values() for each, _ in line})
    highest = _above(max(median(samples) for line in given.values() for _, samples in line))
    left, right = _MARGIN + _AXIS, WIDTH - _MARGIN - _ENDS
    top, bottom = _MARGIN + 2 * _LINE, _HEIGHT - _MARGIN - 2 * _LINE
    first, last = log10(numbers[0]), log10(numbers[-1])

    def x(value: float) -> float:
        return left + (log10(value) - first) / (last - first) * (right - left)

    def y(value: float) -> float:
        return bottom - value / highest * (bottom - top)

    def parts() -> Iterator[str]:
        for value in (0, highest / 2, highest):
            yield f'<path class="grid" d="M{left} {y(value):.1f}H{right}"/>'
            words = f"{value:.0f} {unit}"
            yield (
                f'<text class="axis" x="{left - 6}" y="{y(value) + 4:.0f}" text-anchor="end">'
                f"{words}</text>"
            )
        for value in numbers:
            yield (
                f'<text class="axis" x="{x(value):.0f}" y="{bottom + 18}" text-anchor="middle">'
                f"{value:,.0f}</text>"
            )
        yield (
            f'<text class="axis" x="{(left + right) / 2:.0f}" y="{bottom + 40}" '
            f'text-anchor="middle">{escape(things)}</text>'
        )
        for name, line in given.items():
            points = [(x(each), y(median(samples))) for each, samples in line]
            way = "L".join(f"{across:.1f} {down:.1f}" for across, down in points)
            yield f'<path class="line" d="M{way}"/>'
            yield f'<text x="{right + 8}" y="{points[-1][1] + 4:.0f}">{escape(name)}</text>'

    return _picture(title, _HEIGHT, parts())


def _above(value: float) -> float:
    """The next higher number that is easy to read."""
    step: float = 10 ** floor(log10(value)) / 2
    return ceil(value / step) * step


def _picture(title: str, height: int, parts: Iterable[str]) -> str:
    body = "\n".join(parts)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{WIDTH}" height="{height}" '
        f'viewBox="0 0 {WIDTH} {height}">\n<title>{escape(title)}</title>\n'
        f"<style>{_STYLE}</style>\n"
        f'<rect class="paper" width="{WIDTH}" height="{height}"/>\n'
        f'<text class="title" x="{_MARGIN}" y="{_MARGIN + 10}">{escape(title)}</text>\n'
        f"{body}\n</svg>\n"
    )
