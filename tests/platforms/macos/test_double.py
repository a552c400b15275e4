"""The double on a real screen: what a person does comes to Python's methods."""

import sys

assert sys.platform == "linux"

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from probes.probe import Window
from probes.steps import Activate, Key, Type, Wheel, Direction
from support.mac import Mac
from support.processes import Job, wait_until
from support.world import World

PROGRAM = Path(__file__).with_name("window_program.py")

pytestmark = pytest.mark.x11("GNUstep's windows are of X11 alone")


class Trial:
    """The window of window_program.py, and a person before it."""

    def __init__(self, mac: Mac, world: World, trial: str = "") -> None:
        self._mac = mac
        self._world = world
        self.job = mac.start(PROGRAM, TRIAL=trial)
        self.hears("keyboard Trial")
        self.window: Window = mac.window("Trial")

    def hears(self, line: str) -> None:
        def has() -> bool:
            return line in self.job.out.splitlines() or not self.job.running

        wait_until(has, line)
        assert line in self.job.out.splitlines(), self.job.err

    def click(self, name: str) -> None:
        """In the middle of the control."""
        (place,) = [
            words[2:] for each in self.job.out.splitlines() if (words := each.split())[1] == name
        ]
        self._mac.click(self.window, *map(int, place))

    def types(self, text: str) -> None:
        self._world.dialogs.perform(Type(text))

    def presses(self, key: str) -> None:
        self._world.dialogs.perform(Key(key))


Starts = Callable[..., Trial]


@pytest.fixture
def starts(mac: Mac, shared: World) -> Iterator[Starts]:
    started: list[Trial] = []

    def start(trial: str = "") -> Trial:
        started.append(Trial(mac, shared, trial))
        return started[-1]

    yield start
    for each in started:
        each.job.kill()
    wait_until(lambda: not shared.dialogs.windows(), "the end of all windows")
