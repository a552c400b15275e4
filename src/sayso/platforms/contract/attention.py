"""Whether the person is idle, or looks at a full-screen window."""

from __future__ import annotations

from sayso.values import Protocol


class Attention(Protocol):
    """Tells what the person does on the screen with this name."""

    def idle(self, screen: str) -> float | None:
        """Seconds since the last input, by the system's own measure; None: not known."""

    def full_screen(self, screen: str) -> bool:
        """Whether the window with the keyboard focus fills the screen, and is none of sayso's."""
