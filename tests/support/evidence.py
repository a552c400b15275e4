"""What a failing test reports about its worlds: the screen, the processes, the logs.

A world is listed in `OPEN` while it is open. The picture of its screen is saved to a file;
everything else is text.
"""

import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

TAIL = 60
"""How many of the last lines of each log are reported."""


class Witness(Protocol):
    """A world, as far as this report needs it."""

    def logs(self) -> list[Path]:
        """Files that its programs wrote to, oldest first; some may not be there."""

    def describe(self) -> str:
        """Processes, windows and texts."""

    def take_picture(self, path: Path) -> bool:
        """Saves a picture of its screen there. False: it has no screen."""


OPEN: list[Witness] = []
"""The worlds that are open in this process."""


def testimony(witness: Witness) -> str:
    """A report about a world, for a person. It never raises an error, which would hide the
    failure."""
    parts = [_told(witness.describe), _told(lambda: _picture(witness))]
    parts += [_told(lambda path=path: _tail(path)) for path in witness.logs()]  # type: ignore[misc]  # bound in its turn
    return "\n".join(part for part in parts if part)


def _told(tell: Callable[[], str]) -> str:
    try:
        return tell()
    except (AssertionError, OSError, subprocess.SubprocessError, ValueError) as error:
        return f"({type(error).__name__}: {error})"


def _picture(witness: Witness) -> str:
    place = Path(tempfile.mkdtemp(prefix="sayso-failed-"))
    picture = place / "screen.png"
    if witness.take_picture(picture):
        return f"its screen: {picture}"
    place.rmdir()
    return ""


def _tail(path: Path) -> str:
    """The file's name and its last lines; empty if there is nothing in it."""
    if not path.is_file() or not (text := path.read_text(errors="replace").strip()):
        return ""
    return "\n".join([f"-- {path.name}", *text.splitlines()[-TAIL:]])
