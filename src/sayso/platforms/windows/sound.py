"""sayso plays no sound on Windows yet."""

import sys

assert sys.platform == "win32"

from collections.abc import Callable
from typing import NoReturn

_WHY = "sayso plays no sound on Windows yet"


def play(failed: Callable[[str], None]) -> None:
    """`failed` is told so, at once."""
    failed(_WHY)


def chime(theme: str) -> NoReturn:
    """Exit status 1, and the reason as a line on standard output."""
    print(_WHY, flush=True)
    raise SystemExit(1)
