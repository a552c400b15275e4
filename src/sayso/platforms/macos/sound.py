"""The person's alert sound, played by the system's own player in a process of its own."""

import sys

assert sys.platform == "darwin"

import os
import plistlib
from collections.abc import Callable, Mapping
from typing import Any, NoReturn

from sayso.platforms.contract.children import Ended
from sayso.platforms.macos import children, files, places

PLAYER = "/usr/bin/afplay"
USUAL = "/System/Library/Sounds/Tink.aiff"

_PATIENCE = 10.0
"""Seconds after which a sound that still plays is cut off."""

_SOUND, _VOLUME = "com.apple.sound.beep.sound", "com.apple.sound.beep.volume"
"""Keys for the person's choice, among the system's settings for all programs."""

_running: list[str] = []
"""The sound that plays, at most one: a second one would say nothing new."""


def play(failed: Callable[[str], None]) -> None:
    """Plays the sound for a new question; returns at once. `failed` is called with the reason if
    nothing is heard."""
    if _running:
        return

    def over(ended: Ended) -> None:
        _running.clear()
        if not ended.succeeded:
            failed(f"no sound can be played: {ended.complaint}")

    sound, volume = chosen()
    _running.append(sound)
    children.run([PLAYER, "-v", f"{volume:g}", sound], over, _PATIENCE)


def chosen() -> tuple[str, float]:
    """The file of the sound, and its volume from 0 to 1, which is as it was recorded. A choice that
    the person changed just now may not be in the settings' file yet."""
    path = os.path.join(places.home(os.environ), "Library/Preferences/.GlobalPreferences.plist")
    settings = _settings(path)
    sound, volume = (settings.get(name) for name in (_SOUND, _VOLUME))
    is_there = isinstance(sound, str) and os.path.isfile(sound)
    loud = float(volume) if isinstance(volume, int | float) and 0 <= volume <= 1 else 1.0
    return (str(sound) if is_there else USUAL), loud


def _settings(path: str) -> Mapping[str, Any]:
    """The settings in the file at `path`; empty if they can't be read."""
    from xml.parsers.expat import ExpatError

    try:
        with files.open_file(path) as file:
            told = plistlib.load(file)
    except (OSError, ValueError, ExpatError):
        return {}
    return told if isinstance(told, dict) else {}


def chime(theme: str) -> NoReturn:
    """Replaces this process with the player; `theme` is the file of a sound."""
    os.execv(PLAYER, [PLAYER, theme])  # noqa: S606 - a fixed program, no shell
