"""What the person does meanwhile, as the display server tells."""

import sys

assert sys.platform == "linux"

from sayso.platforms.linux import display


def idle(screen: str) -> float | None:
    """Seconds since the last input; None: there is no telling."""
    return display.attention(screen).idle(screen)


def full_screen(screen: str) -> bool:
    """The window that has the keyboard fills the screen, and is none of ours."""
    return display.attention(screen).full_screen(screen)
