"""The mark of this program, as the icon of its windows."""

import sys

assert sys.platform == "win32"

from functools import cache

from sayso.platforms.windows.native import icons
from sayso.presentation import mark_pictures


def make_known(window: int, dpi: int) -> None:
    """Gives the window the mark as its icon. `dpi`: dots per inch of the screen that it is on."""
    small, big = icons.sizes(dpi)
    icons.make_known(window, mark(small), mark(big))


@cache
def mark(pixels: int) -> int:
    """The mark as an icon of so many pixels."""
    with open(mark_pictures.path(mark_pictures.fitting(pixels)), "rb") as picture:
        return icons.of_picture(picture.read(), pixels)
