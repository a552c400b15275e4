"""What a dialog says when something covers it."""

from __future__ import annotations

from math import inf

from sayso.presentation import catalogue

RETURNS = 0.5
"""Seconds. A cover that comes back within this time was not taken away."""

TURNS = 3
"""How often a cover may come back like that before the words stay, as a window that changes may
seem to be covered for a moment."""


class CoverWords:
    """The words that come and go with a cover. They stay if the cover keeps coming back at once.
    The words then move the window from under the cover, and if they went, the cover and they would
    come and go in turn."""

    def __init__(self) -> None:
        self._went_at = -inf
        self._returned = 0

    def at(self, now: float, *, is_covered: bool) -> str:
        """The words from a change of the cover on; empty: none. `now`: seconds on a clock that only
        goes forward."""
        if is_covered:
            if self._returned < TURNS:
                returns = now - self._went_at < RETURNS
                self._returned = self._returned + 1 if returns else 0
            return catalogue.COVERED()
        self._went_at = now
        return catalogue.WAS_COVERED() if self._returned == TURNS else ""
