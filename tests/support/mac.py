"""Runs a Mac's programs with GNUstep, in a world with an X server."""

import sys
from pathlib import Path

import macos_double
from probes.probe import Window
from probes.steps import Move, Pause, Press, Release
from support.processes import Job, kill, wait_until
from support.world import World

HELPERS = ("gdnc", "gpbs")
"""GNUstep's services for notifications and the clipboard: they outlive the program that needed
them."""

BEAT = 0.2
"""Seconds between actions of the pointer; GNUstep misunderstands faster ones."""


class Mac:
    def __init__(self, world: World, record: Path | None = None) -> None:
        """`record`: the file in which the program records what it sends and defines."""
        self._world = world
        # the directory in which GNUstep's processes meet: GNUstep does not read TMPDIR
        around = {"TMP": world.environ["TMPDIR"]}
        self._environ = macos_double.environ(around, record)

    def start(self, program: Path, **variables: str) -> Job:
        self._world.environ.update(self._environ | variables)
        try:
            return self._world.spawn([sys.executable, str(program)])
        finally:
            for name in self._environ | variables:
                del self._world.environ[name]

    def window(self, title: str) -> Window:
        def there() -> list[Window]:
            return [each for each in self._world.dialogs.windows() if each.title == title]

        (window,) = wait_until(there, title)
        return window

    def click(self, window: Window, x: int, y: int) -> None:
        """Clicks at a point of the window's content, in Apple's coordinates: from the bottom
        left."""
        place = Move(window.x + x, window.y + window.height - y)
        pause = Pause(BEAT)
        self._world.dialogs.perform(place, pause, Press(), pause, Release(), pause)

    def close(self) -> None:
        for seen in self._world.processes():
            if Path(seen.command.partition(" ")[0]).name in HELPERS:
                kill(seen.pid)
