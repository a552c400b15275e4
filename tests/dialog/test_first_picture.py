"""What the X server shows of a dialog before GTK has drawn anything."""

import subprocess
import sys
from pathlib import Path

import pytest

from support.world import World

PROGRAM = Path(__file__).parents[1] / "support" / "first_picture_program.py"


@pytest.mark.x11("pictures are taken of an X server's screen")
@pytest.mark.parametrize("scale", ["1", "2"])
def test_a_window_comes_with_what_its_first_frame_shows(screen_world: World, scale: str) -> None:
    run = subprocess.run(
        [sys.executable, PROGRAM],
        env=screen_world.environ | {"GDK_SCALE": scale},
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    background, frame, afterwards, differing = map(int, run.stdout.split())
    assert background == frame > 1_000
    assert differing == 0
    assert afterwards == 0, "where the window grows it is black, as GDK makes it"
