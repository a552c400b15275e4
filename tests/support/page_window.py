"""A window that shows a web page, used as a person and a screen reader would."""

import sys

assert sys.platform == "linux"

import json
import subprocess
from dataclasses import dataclass
from pathlib import Path

from probes.steps import Click, Key, Move, Type
from support.processes import Job, wait_until
from support.services import SERVICE
from support.world import World

EYES = Path(__file__).with_name("web_page_eyes_program.py")


@dataclass(frozen=True)
class Thing:
    """An element of the page, as a screen reader finds it."""

    role: str
    name: str
    text: str
    has_focus: bool
    shows: bool
    is_checked: bool
    place: tuple[int, int, int, int]

    @property
    def centre(self) -> tuple[int, int]:
        x, y, width, height = self.place
        return x + width // 2, y + height // 2


class PageWindow:
    def __init__(self, world: World, verb: str) -> None:
        self._world = world
        self._verb = verb
        self._job: Job | None = None

    def start(self, first: str, *options: str) -> Job:
        """Opens the window by a command of sayso. Returns once the page contains the text
        `first`."""
        self._job = self._world.start(self._verb, *options)
        wait_until(lambda: self.find(first), "the page")
        return self._job

    @property
    def pid(self) -> int:
        assert self._job, "it was not opened by the test"
        return self._job.pid

    def look(self, *reach: str) -> list[Thing]:
        """All elements of the page, in reading order. `reach`: the name of a control to focus
        first."""
        done = subprocess.run(
            [sys.executable, str(EYES), *reach], env=self._world.environ | {SERVICE: "1"},
            capture_output=True, text=True, timeout=30, check=True,
        )  # fmt: skip
        return [Thing(**json.loads(line)) for line in done.stdout.splitlines()]

    def find(self, name: str) -> list[Thing]:
        """All elements whose name or text contains `name`."""
        return [each for each in self.look() if name in each.name or name in each.text]

    def reach(self, name: str) -> None:
        """Gives keyboard focus to the control with this name, wherever on the page it is."""
        self.look(name)

    def click(self, name: str) -> None:
        def rests() -> tuple[int, int] | None:
            before, after = self._centre(name), self._centre(name)
            return before if before == after else None

        x, y = wait_until(rests, name)
        self._world.dialogs.perform(Move(x + 1, y), Move(x, y), Click())

    def _centre(self, name: str) -> tuple[int, int] | None:
        return next((each.centre for each in self.find(name) if each.shows), None)

    def keys(self, *keys: str) -> None:
        self._world.dialogs.perform(*map(Key, keys))

    def type(self, text: str) -> None:
        self._world.dialogs.perform(Type(text))

    def close(self) -> None:
        if self._job:
            self._job.kill()
