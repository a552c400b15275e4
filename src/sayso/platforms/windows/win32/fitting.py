"""Words that have to do with the room that there is."""

import sys

assert sys.platform == "win32"

from sayso.platforms.windows.native import painting
from sayso.presentation import fitting as words_that_fit


def fitting(words: str, width: int, font: int, lines: int = 1) -> str:
    """As many of the characters as there is room for in so many lines; the middle makes way."""
    line = painting.measure("", None, font)[1]

    def fits(text: str) -> bool:
        if lines == 1:
            return painting.measure(text, None, font)[0] <= width
        return painting.measure(text, width, font)[1] <= lines * line

    return words_that_fit.fitting(words, fits)
