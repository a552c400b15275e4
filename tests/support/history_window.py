"""The window with the history of questions."""

import sys

assert sys.platform == "linux"

from pathlib import Path

from support.log_of_questions import LogOfQuestions
from support.page_window import PageWindow
from support.processes import Job, wait_until
from support.world import World


class HistoryWindow(PageWindow):
    def __init__(self, world: World) -> None:
        super().__init__(world, "history")
        self.log = LogOfQuestions(Path(world.environ["XDG_STATE_HOME"]) / "sayso" / "log")
        self._titles = world.dialogs.windows

    def open(self) -> Job:
        return self.start("Search")

    def rows(self) -> list[str]:
        """The text of each question on the page."""
        return [each.name for each in self.look() if each.role == "unknown" and each.name]

    def until_rows(self, wanted: int) -> list[str]:
        return wait_until(lambda: self.rows() if len(self.rows()) == wanted else None, "rows")

    def has_dialog(self) -> bool:
        """Whether any window but the history's is open."""
        return any(each.title != "History" for each in self._titles())
