"""Drops a text on a dialog, as another program can make that up on an X server."""

import subprocess
import sys
from pathlib import Path

from probes.probe import Control
from support.world import World

_PROGRAM = Path(__file__).parents[1] / "probes" / "x11_drop.py"


def drop(world: World, text: str, onto: Control) -> bool:
    """Drops the text in the middle of this control, which is in the only window. Returns whether
    the dialog took it."""
    (window,) = world.dialogs.windows()
    where = map(str, onto.centre)
    told = subprocess.run(
        [sys.executable, _PROGRAM, window.handle, *where, text],
        env=world.environ, check=True, capture_output=True, text=True,
    )  # fmt: skip
    return told.stdout.strip() == "taken"
