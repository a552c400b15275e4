"""Whether a person has had all of a text before their eyes.

A text is a field of *rows* by *columns*, in whatever unit its window counts: letters and pixels,
say. What its window paints is an `Area` of it. A text is read once the areas that count cover it:

- nothing counts while the text is being laid out: until then its end seems near;
- the first page counts, as that is what the person is shown;
- what is painted later counts if the person's own hand was at work in the text shortly before. So a
  program that scrolls, by accessibility or otherwise, reads nothing.
"""

from __future__ import annotations

from enum import Enum, auto
from itertools import pairwise
from math import inf

from sayso.values import Value, replace

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Self

CREDIT = 2.0
"""Seconds after an input in the text in which its movement is taken for the person's: scrolling
that runs on by itself takes no longer."""


class Unseen(Enum):
    """Where a text goes on that has not been on the screen yet."""

    ABOVE = auto()
    BELOW = auto()
    RIGHT = auto()


class Watch(Value):
    """What a text needs of its window to tell how much of it has been read."""

    now: Callable[[], float]
    is_whole: Callable[[object], bool]
    """Whether nothing covers this part of the window."""
    trusting: bool
    """Whether a program may scroll for the person."""
    on_change: Callable[[], None]
    """Called when more has been read, or less."""
    on_scroll: Callable[[], None]
    """Called when the person scrolls."""


class Area(Value):
    """A rectangle of a text: from `top` and `left` (included) to `bottom` and `right`
    (excluded)."""

    top: float
    bottom: float
    left: float = 0.0
    right: float = inf

    @property
    def begins_text(self) -> bool:
        return self.top <= 0 and self.left <= 0

    def holds(self, other: Self) -> bool:
        return (
            self.top <= other.top
            and self.bottom >= other.bottom
            and self.left <= other.left
            and self.right >= other.right
        )

    def lengthens(self, other: Self) -> bool:
        """Whether both have the same columns, and no row is missing between them."""
        same = (self.left, self.right) == (other.left, other.right)
        return same and self.top <= other.bottom and other.top <= self.bottom


class Gap(Value):
    """The place where a part of a text begins that has not been seen."""

    row: float
    column: float
    """Above 0: the columns of this row before it have been seen."""


class Reading:
    """What has been read of one text. Times are in seconds, on one clock."""

    def __init__(self, trusting: bool = False) -> None:
        """`trusting`: programs may scroll for the person, who allows that."""
        self._trusting = trusting
        self._seen: list[Area] = []
        self._credit_until = -inf
        self.is_laid_out = False
        """Whether the whole text is laid out, so that each place in the window tells which row
        stands there."""

    def input(self, now: float) -> None:
        """The person's hand was at work in the text: wheel, finger, key or pointer."""
        self._credit_until = now + CREDIT

    def counts(self, now: float) -> bool:
        """Whether what moves the text now is taken for the person's hand."""
        return self._trusting or now <= self._credit_until

    def painted(self, area: Area, now: float) -> None:
        """This area stands on the screen, with nothing covering it."""
        if not (self.is_laid_out and (area.begins_text or self.counts(now))):
            return
        if any(seen.holds(area) for seen in self._seen):
            return
        apart = []
        for seen in self._seen:
            if area.lengthens(seen):
                top, bottom = min(area.top, seen.top), max(area.bottom, seen.bottom)
                area = replace(area, top=top, bottom=bottom)
            elif not area.holds(seen):
                apart.append(seen)
        self._seen = [*apart, area]

    def forget(self) -> None:
        """Forgets what was read: the text is another one now."""
        self._seen.clear()
        self._credit_until = -inf

    def inserted(self, row: float, rows: float) -> None:
        """The person wrote so many rows before this one. The new rows are unread, and a read area
        around them becomes two."""
        parts = [part for seen in self._seen for part in _parted(seen, row)]
        self._seen = [_moved(part, rows) if part.top >= row else part for part in parts]

    def deleted(self, row: float, rows: float) -> None:
        """The person cut so many rows, from this one on."""
        after = row + rows

        def new(edge: float) -> float:
            return edge - rows if edge > after else min(edge, row)

        cut = [replace(seen, top=new(seen.top), bottom=new(seen.bottom)) for seen in self._seen]
        self._seen = [seen for seen in cut if seen.top < seen.bottom]

    def gap(self, rows: float, columns: float = inf) -> Gap | None:
        """Where, in a text of this size, the first part begins that has not been seen; None: all
        was seen."""
        edges = {0.0, rows}
        edges |= {edge for seen in self._seen for edge in (seen.top, seen.bottom)}
        for row, below in pairwise(sorted(edge for edge in edges if 0 <= edge <= rows)):
            column = self._seen_across(row, below)
            if column < columns:
                return Gap(row, column)
        return None

    def _seen_across(self, row: float, below: float) -> float:
        """The column to which these rows have been seen without a gap."""
        reached = 0.0
        for seen in sorted(self._seen, key=lambda seen: seen.left):
            if seen.top <= row and seen.bottom >= below and seen.left <= reached:
                reached = max(reached, seen.right)
        return reached


def _parted(area: Area, row: float) -> list[Area]:
    """The area, parted where this row begins."""
    if not area.top < row < area.bottom:
        return [area]
    return [replace(area, bottom=row), replace(area, top=row)]


def _moved(area: Area, rows: float) -> Area:
    return replace(area, top=area.top + rows, bottom=area.bottom + rows)
