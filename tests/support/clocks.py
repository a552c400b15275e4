"""The clocks of a world: it sleeps, and its wall clock is set, at the test's word.

As in a real suspend, the clock that runs through it leaps in every process at once, and what
counts waking time (time.monotonic, and the timers of event loops) notices nothing.
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
"""There the clock that runs through a suspend is time.monotonic, of the dialog alone."""


class Clocks:
    """Of all processes that start in this world from now on."""

    def __init__(self, world: World) -> None:
        self._place = world.directory / "clocks"
        self._place.mkdir()
        self._ahead = {"boot": 0.0, "wall": 0.0}
        program = _ON_WINDOWS if world.is_windows else _PROGRAM
        world.run_at_start("clocks", program.format(place=str(self._place)))

    def sleep(self, seconds: float = DAY) -> None:
        """The machine is suspended for so long."""
        self._move("boot", seconds)
        self._move("wall", seconds)

    def set_wall(self, seconds: float) -> None:
        """The wall clock is set by so much."""
        self._move("wall", seconds)

    def _move(self, clock: str, seconds: float) -> None:
        self._ahead[clock] += seconds
        path = Path(self._place, clock)
        new = path.with_suffix(".new")
        new.write_text(str(self._ahead[clock]))
        new.rename(path)
