"""What is to be heard."""

from __future__ import annotations

from sayso.values import Protocol

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import NoReturn


class Sound(Protocol):
    """What is to be heard."""

    def play(self, failed: Callable[[str], None]) -> None:
        """That a question has come, by the person's own theme of sounds; returns at once. `failed`
        is told why nothing is heard, in one line."""

    def chime(self, theme: str) -> NoReturn:
        """What a process of its own does for `play`, to its end."""
