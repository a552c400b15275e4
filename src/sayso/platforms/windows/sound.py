"""Plays the sound of the person's own theme, through the system."""

import sys

assert sys.platform == "win32"

import winsound
from collections.abc import Callable
from typing import NoReturn


def play(failed: Callable[[str], None]) -> None:
    """Plays the sound that a question has come; returns at once. `failed` is called with the reason
    why nothing is heard."""
    try:
        winsound.MessageBeep(winsound.MB_ICONASTERISK)
    except RuntimeError as error:
        failed(f"no sound can be played: {error}")


def chime(theme: str) -> NoReturn:
    """Not needed: the system plays sounds without a process of ours."""
    raise SystemExit(f"{theme}: the system itself plays sounds here")
