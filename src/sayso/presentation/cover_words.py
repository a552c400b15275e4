"""What a dialog says of a cover over it."""

from __future__ import annotations

from math import inf

from sayso.presentation import catalogue

RETURNS = 0.5
"""Seconds: a cover that comes back within them was not taken away."""

TURNS = 3
"""So often, as a window that changes may seem to be covered for a moment."""


class CoverWords:
    """They go with the cover; but for one that comes back at once, as they have moved what it lay
    over, and without them both would come and go by turns."""

    def __init__(self) -> None:
        self._went_at = -inf
        self._returned = 0

    def at(self, now: float, *, is_covered: bool) -> str:
        """From a change on. `now`: seconds on a clock that only goes forward. Empty: nothing."""
        if is_covered:
            if self._returned < TURNS:
                returns = now - self._went_at < RETURNS
                self._returned = self._returned + 1 if returns else 0
            return catalogue.COVERED()
        self._went_at = now
        return catalogue.WAS_COVERED() if self._returned == TURNS else ""
