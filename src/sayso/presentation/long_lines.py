"""Long lines of a text: which are scrolled sideways, and where one goes on below.

Toolkits take the longer for a line the longer it is, and more than in proportion.
"""

from __future__ import annotations

WIDE = 500
"""Columns: a text of fixed width with a longer line is wrapped instead of scrolled sideways."""
LONGEST = 2_000
"""Characters of a line that are set in one piece; after these it goes on below, with words that
say so between."""


def longest(text: str) -> int:
    """Characters of its longest line."""
    return max(map(len, text.split("\n")))


def stretches(line: str) -> list[str]:
    """What is set in one piece of it, one below the other."""
    return [line[start : start + LONGEST] for start in range(0, len(line), LONGEST)] or [""]
