"""Tells about the person what the test says."""


class MemoryAttention:
    """Fulfils `sayso.platforms.contract.attention.Attention`, for the screen of this name alone."""

    def __init__(self, screen: str = "") -> None:
        self._screen = screen
        self.seconds_idle: float | None = 0.0
        self.film = False
        """Whether a film is on, and fills the screen."""

    def idle(self, screen: str) -> float | None:
        return self.seconds_idle if screen == self._screen else None

    def full_screen(self, screen: str) -> bool:
        return self.film and screen == self._screen
