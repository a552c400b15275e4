"""Tests that have two lengths: a short one that guards each change, and one for the long tier."""

from typing import Protocol


class AtLength(Protocol):
    """How often to do a thing; the fixture `at_length` is one."""

    def __call__(self, short: int, long: int) -> int:
        """`long` with pytest's option --long, else `short`."""
