"""What the person does meanwhile, as a Wayland compositor tells: nothing yet."""

import sys

assert sys.platform == "linux"


def idle(_screen: str) -> float | None:
    """Seconds since the last input; None: there is no telling."""
    return None


def full_screen(_screen: str) -> bool:
    """The window that has the keyboard fills the screen, and is none of ours."""
    return False
