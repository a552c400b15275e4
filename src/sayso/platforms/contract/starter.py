"""Who started this process: the program that hears how it ends."""

from __future__ import annotations

from sayso.values import Protocol


class Held(Protocol):
    """One program, and no other that has its pid later."""

    @property
    def pid(self) -> int: ...
    def lives(self) -> bool:
        """It has not ended since it was held: an orphan from the start has nobody to lose."""


class Starter(Protocol):
    """Who started this process, be it any program."""

    def hold(self) -> Held:
        """From now on."""
