"""Long lines of a text: which are scrolled sideways, and where one goes on below.

A toolkit takes more time for a longer line, and more than in proportion.
"""

from __future__ import annotations

WIDE = 500
"""Columns: a text of fixed width with a longer line is wrapped instead of scrolled sideways."""
LONGEST = 2_000
"""Characters of a line that are set in one piece. After these the line goes on below, with words
between that say so."""
_TAB = 8
"""Columns from one stop of tabs to the next."""


def longest(text: str) -> int:
    """Characters in the longest line of the text."""
    return max(map(len, text.split("\n")))


def widest(text: str) -> int:
    """Columns that the longest line takes, as a tab leads to the next column whose number is a
    multiple of 8."""
    return longest(text.expandtabs(_TAB))


def stretches(line: str) -> list[str]:
    """The pieces of the line that are set in one piece each, one below the other."""
    return [line[start : start + LONGEST] for start in range(0, len(line), LONGEST)] or [""]
