"""What the person does meanwhile."""

from __future__ import annotations

from sayso.values import Protocol


class Attention(Protocol):
    """What the person does meanwhile, on the screen of this name."""

    def idle(self, screen: str) -> float | None:
        """Seconds since the last input, by the system's own measure; None: there is no telling."""

    def full_screen(self, screen: str) -> bool:
        """The window that has the keyboard fills the screen, and is none of ours."""
