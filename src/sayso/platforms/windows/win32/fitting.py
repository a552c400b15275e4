"""Words that have to do with the room that there is."""

import sys

assert sys.platform == "win32"

from sayso.core.text import shorten
from sayso.platforms.windows.native import painting

_LONGEST = 400
"""Characters that are tried: no screen is wider."""


def fitting(words: str, width: int, font: int, lines: int = 1) -> str:
    """As many of the characters as there is room for in so many lines; the middle makes way."""
    line = painting.measure("", None, font)[1]

    def fits(text: str) -> bool:
        if lines == 1:
            return painting.measure(text, None, font)[0] <= width
        return painting.measure(text, width, font)[1] <= lines * line

    whole = shorten(words, _LONGEST)
    if fits(whole):
        return whole
    least, most = 3, len(whole)
    while least < most:
        middle = (least + most + 1) // 2
        if fits(shorten(whole, middle)):
            least = middle
        else:
            most = middle - 1
    return shorten(whole, least)
