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


class Clocks:
    """Of all processes that start in this world from now on."""

    def __init__(self, world: World) -> None:
        self._place = world.directory / "clocks"
        self._place.mkdir()
        self._ahead = {"boot": 0.0, "wall": 0.0}
        program = _PROGRAM.format(place=str(self._place))
        world.interpreter.add_module("clocks", program, at_start=True)

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
