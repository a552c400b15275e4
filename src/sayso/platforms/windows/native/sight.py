"""What lies over a window."""

import sys

assert sys.platform == "win32"

from collections.abc import Iterator

from sayso.platforms.windows.native import looks, windows

Area = tuple[int, int, int, int]

_ALL = (-(1 << 20), -(1 << 20), 1 << 20, 1 << 20)
"""Of every screen: for a moment, until it is looked at anew."""


def covers(window: int) -> Iterator[Area]:
    """Where on the screen other windows lie over it."""
    over = windows.above(window)
    while over:
        is_seen = windows.is_visible(over) and not looks.is_cloaked(over)
        if is_seen and not windows.is_clear(over):
            try:
                yield windows.area(over)
            except OSError:  # it has gone, and with it the way to those above
                yield _ALL
                return
        over = windows.above(over)


def meet(one: Area, other: Area) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def left_of(area: Area, cover: Area) -> list[Area]:
    """What is still seen of it."""
    if not meet(area, cover):
        return [area]
    left, top, right, bottom = area
    pieces = [
        (left, top, right, min(bottom, cover[1])),
        (left, max(top, cover[3]), right, bottom),
        (left, max(top, cover[1]), min(right, cover[0]), min(bottom, cover[3])),
        (max(left, cover[2]), max(top, cover[1]), right, min(bottom, cover[3])),
    ]
    return [each for each in pieces if each[0] < each[2] and each[1] < each[3]]
