"""The window of the history, as a person and a screen reader have it."""

import sys

assert sys.platform == "linux"

import json
import subprocess
from dataclasses import dataclass
from pathlib import Path

from probes.steps import Click, Key, Move, Type
from support.log_of_questions import LogOfQuestions
from support.processes import Job, wait_until
from support.services import SERVICE
from support.world import World

EYES = Path(__file__).with_name("web_page_eyes_program.py")


@dataclass(frozen=True)
class Thing:
    """On the page."""

    role: str
    name: str
    text: str
    has_focus: bool
    shows: bool
    place: tuple[int, int, int, int]

    @property
    def centre(self) -> tuple[int, int]:
        x, y, width, height = self.place
        return x + width // 2, y + height // 2


class HistoryWindow:
    def __init__(self, world: World) -> None:
        self._world = world
        self.log = LogOfQuestions(Path(world.environ["XDG_STATE_HOME"]) / "sayso" / "log")
        self._job: Job | None = None

    def open(self) -> Job:
        self._job = self._world.start("history")
        wait_until(lambda: self.find("Search"), "the page")
        return self._job

    def look(self) -> list[Thing]:
        """All of the page, in reading order."""
        done = subprocess.run(
            [sys.executable, str(EYES)], env=self._world.environ | {SERVICE: "1"},
            capture_output=True, text=True, timeout=30, check=True,
        )  # fmt: skip
        return [Thing(**json.loads(line)) for line in done.stdout.splitlines()]

    def find(self, name: str) -> list[Thing]:
        """Those whose name or text has these words in it."""
        return [each for each in self.look() if name in each.name or name in each.text]

    def rows(self) -> list[str]:
        """Each question on the page, as its line reads."""
        return [each.name for each in self.look() if each.role == "unknown" and each.name]

    def until_rows(self, wanted: int) -> list[str]:
        return wait_until(lambda: self.rows() if len(self.rows()) == wanted else None, "rows")

    def has_dialog(self) -> bool:
        """Another window of it has the keyboard."""
        titles = [each.title for each in self._world.dialogs.windows()]
        return any(title != "History" for title in titles)

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
