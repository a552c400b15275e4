"""Shortens words to the room that there is."""

import sys

assert sys.platform == "win32"

from sayso.platforms.windows.native import painting
from sayso.presentation import fitting as words_that_fit


def fitting(words: str, width: int, font: int, lines: int = 1) -> str:
    """The words, cut in their middle if they need more than `width` pixels and `lines` lines."""
    line = painting.measure("", None, font)[1]

    def fits(text: str) -> bool:
        if lines == 1:
            return painting.measure(text, None, font)[0] <= width
        return painting.measure(text, width, font)[1] <= lines * line

    return words_that_fit.fitting(words, fits)
