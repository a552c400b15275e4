"""What the person is doing on the screen, as the display server reports it."""

import sys

assert sys.platform == "linux"

from sayso.platforms.linux import display


def idle(screen: str) -> float | None:
    """Seconds since the last input; None: the display server does not say."""
    return display.attention(screen).idle(screen)


def full_screen(screen: str) -> bool:
    """Whether the window with the keyboard focus fills the screen and is not one of ours."""
    return display.attention(screen).full_screen(screen)
