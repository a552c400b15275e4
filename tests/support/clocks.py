"""Clocks of a world that the test can move: suspend the machine, or set the wall clock.

As in a real suspend, the clock that includes suspended time (CLOCK_BOOTTIME) leaps in every process
at once. The clocks that count only waking time (time.monotonic, and the timers of event loops)
don't.
"""

from pathlib import Path

from support.world import World

DAY = 86_400.0

_PROGRAM = """
import time
from pathlib import Path

def ahead(clock):
    path = Path({place!r}, clock)
    return float(path.read_text()) if path.exists() else 0.0

boot, wall = time.clock_gettime, time.time
time.clock_gettime = lambda clock: boot(clock) + ahead("boot") * (clock == time.CLOCK_BOOTTIME)
time.time = lambda: wall() + ahead("wall")
"""


_ON_WINDOWS = """
import sys
if sys.orig_argv[-1:] == ["dialog"]:
    import time
    from pathlib import Path

    def ahead(path=Path("Z:{place}", "boot")):
        return float(path.read_text()) if path.exists() else 0.0

    time.monotonic = lambda monotonic=time.monotonic: monotonic() + ahead()
"""
"""Moves time.monotonic, which includes suspended time on Windows, in dialog processes only."""


class Clocks:
    """Moves the clocks of all processes that start in this world from now on."""

    def __init__(self, world: World) -> None:
        self._place = world.directory / "clocks"
        self._place.mkdir()
        self._ahead = {"boot": 0.0, "wall": 0.0}
        program = _ON_WINDOWS if world.is_windows else _PROGRAM
        world.run_at_start("clocks", program.format(place=str(self._place)))

    def sleep(self, seconds: float = DAY) -> None:
        """Pretends that the machine was suspended for so many seconds."""
        self._move("boot", seconds)
        self._move("wall", seconds)

    def set_wall(self, seconds: float) -> None:
        """Moves the wall clock ahead by so many seconds."""
        self._move("wall", seconds)

    def _move(self, clock: str, seconds: float) -> None:
        self._ahead[clock] += seconds
        path = Path(self._place, clock)
        new = path.with_suffix(".new")
        new.write_text(str(self._ahead[clock]))
        new.rename(path)
