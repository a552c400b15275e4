"""Measures what the judge itself adds to each figure, and whether a large window costs it more than
a small one. The windows are drawn at once, by a client that knows when the server has drawn
them."""

import time
from collections.abc import Iterator

from Xlib.display import Display

from bench.court import WARMING, Court, painted
from bench.figures import Row, times

SMALL, LARGE = (300, 150), (900, 700)
"""Sizes in pixels: that of x11-ssh-askpass, and more than a dialog of ours with details."""
_AT = 40
_STRIPE = 7
"""Pixels between two lines, which give the judge edges to see."""


def measure(turns: int) -> Iterator[Row]:
    took: dict[tuple[int, int], list[float]] = {SMALL: [], LARGE: []}
    with Court(tray=False) as court:
        display = Display(court.world.environ["DISPLAY"])
        for turn in range(WARMING, turns):
            for size, samples in took.items():
                found = _drawn(court, display, size)
                if turn >= 0:
                    samples.append(found)
        display.close()
    yield times("the judge: drawn to seen, a small window", took[SMALL])
    yield times(
        "the judge: drawn to seen, a large window", took[LARGE],
        reach="≤ 1 ms more", limit=1.0, beyond=("the small one", took[SMALL]),
    )  # fmt: skip


def _drawn(court: Court, display: Display, size: tuple[int, int]) -> float:
    """Milliseconds from when a window has been drawn to when the judge saw it painted."""
    screen = display.screen()
    window = screen.root.create_window(
        _AT, _AT, *size, 0, screen.root_depth, override_redirect=True,
        background_pixel=screen.white_pixel,
    )  # fmt: skip
    pen = window.create_gc(foreground=screen.black_pixel, line_width=2)
    width, height = size
    stripes = [(x, 0, x, height) for x in range(_STRIPE, width, _STRIPE)]

    def draw() -> int:
        window.map()
        window.poly_segment(pen, stripes)
        display.sync()
        return time.monotonic_ns()

    seen = painted(court, draw)[1]
    window.destroy()
    display.sync()
    court.judge.gone()
    return seen
