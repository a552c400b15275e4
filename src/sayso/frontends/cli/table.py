"""Rows of text in columns, as a terminal shows them."""

from collections.abc import Mapping, Sequence
from unicodedata import category, east_asian_width

_GAP = "  "


def table(rows: Sequence[Sequence[str]], least: Mapping[int, int], width: int | None) -> str:
    """The rows, with columns as wide as their widest cell, but together at most `width`; None: no
    limit.

    `least`: the columns that may be made narrower for that, by their index, and the cells that each
    keeps; the last one is narrowed first. The texts are safe to show: see `sayso.core.text`.
    """
    widths = [max(map(cells, column)) for column in zip(*rows, strict=True)]
    excess = 0 if width is None else sum(widths) + len(_GAP) * (len(widths) - 1) - width
    for column in sorted(least, reverse=True):
        taken = min(max(excess, 0), max(widths[column] - least[column], 0))
        widths[column] -= taken
        excess -= taken
    return "\n".join(
        _GAP.join(_fitted(text, width) for text, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    )


def cells(text: str) -> int:
    """How many cells of a terminal the text takes: two for a wide character, none for a combining
    mark."""
    if text.isascii():
        return len(text)
    return sum(map(_cells_of_one, text))


def _cells_of_one(character: str) -> int:
    if category(character).startswith("M"):
        return 0
    return 2 if east_asian_width(character) in "WF" else 1


def _fitted(text: str, width: int) -> str:
    if cells(text) > width:
        text = _start(text, width - 1) + "…"
    return text + " " * (width - cells(text))


def _start(text: str, width: int) -> str:
    """As much of the text's beginning as fits in `width` cells."""
    taken = 0
    for place, character in enumerate(text):
        taken += _cells_of_one(character)
        if taken > width:
            return text[:place]
    return text
