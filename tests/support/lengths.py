"""The type of the fixture that chooses between a test's short form and its long one."""

from typing import Protocol


class AtLength(Protocol):
    """Chooses how often to do a thing; the fixture `at_length` is one."""

    def __call__(self, short: int, long: int) -> int:
        """`long` with pytest's option --long, else `short`."""
