"""Fits words into the room that there is."""

from __future__ import annotations

from sayso.core.text import shorten

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from collections.abc import Callable

LONGEST = 400
"""Most characters that are tried: no screen is wider."""
_LEAST = 3


def fitting(words: str, fits: Callable[[str], bool]) -> str:
    """The words with as many of their characters as there is room for; an ellipsis replaces the
    middle. `fits`: whether a text has room, as it is drawn."""
    whole = shorten(words, LONGEST)
    if fits(whole):
        return whole
    least, most = _LEAST, len(whole)
    while least < most:
        middle = (least + most + 1) // 2
        if fits(shorten(whole, middle)):
            least = middle
        else:
            most = middle - 1
    return shorten(whole, least)
