"""What the time that is left is told for."""

from math import inf

LAST = 15.0
"""Seconds: these are shown stronger."""

_MARKS = (10, 30, 60)
"""Seconds left, each said to assistive technology as it is passed."""


def is_last(seconds: float) -> bool:
    return seconds <= LAST


def mark(before: float, seconds: float) -> int | None:
    """The mark that was passed since `before` seconds were left; infinite: nothing was shown yet.
    None: none was."""
    passed = [each for each in _MARKS if seconds <= each < before < inf]
    return passed[0] if passed else None
