"""A sound that is only counted."""

from collections.abc import Callable
from typing import NoReturn


class MemorySound:
    """Fulfils `sayso.platforms.contract.sound.Sound`."""

    def __init__(self) -> None:
        self.played = 0
        self.silent_because = ""

    def play(self, failed: Callable[[str], None]) -> None:
        self.played += 1
        if self.silent_because:
            failed(self.silent_because)

    def chime(self, theme: str) -> NoReturn:
        raise AssertionError("a process of its own does that")
