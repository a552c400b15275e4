"""What the person does meanwhile, as X server and window manager tell it."""

import subprocess
import sys

from sayso.platforms.linux import attention
from support.world import World

GONE = """
import sys
from sayso.platforms.linux.x11.windows import Windows
windows = Windows(sys.argv[1])
print(windows.fills_screen(0x7ffffff), repr(windows.name(0x7ffffff)))
"""


def test_a_screen_tells(world: World) -> None:
    screen = world.environ["DISPLAY"]
    assert attention.full_screen(screen) is False
    world.dialogs.key("a")
    idle = attention.idle(screen)
    assert idle is not None
    assert idle < 60


def test_a_window_that_has_gone_ends_no_process(world: World) -> None:
    command = [sys.executable, "-c", GONE, world.environ["DISPLAY"]]
    run = subprocess.run(command, capture_output=True, text=True, timeout=30, check=False)
    assert (run.returncode, run.stdout, run.stderr) == (0, "False ''\n", "")
