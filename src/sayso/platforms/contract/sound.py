"""Plays the sound that tells of a question."""

from __future__ import annotations

from sayso.values import Protocol

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import NoReturn


class Sound(Protocol):
    """Plays the sound that tells of a question."""

    def play(self, failed: Callable[[str], None]) -> None:
        """Plays the sound for a new question, from the person's sound theme; returns at once. If
        nothing can be heard, `failed` is called with the reason, in one line."""

    def chime(self, theme: str) -> NoReturn:
        """Plays the sound in a process of its own, which `play` starts, and ends that process."""
