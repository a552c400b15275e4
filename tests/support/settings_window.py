"""The settings window."""

import sys

assert sys.platform == "linux"

from support.page_window import PageWindow
from support.processes import Job
from support.world import World


class SettingsWindow(PageWindow):
    def __init__(self, world: World) -> None:
        super().__init__(world, "settings")
        self._file = world.configuration

    def open(self, *options: str) -> Job:
        return self.start("A dialog stays for", *options)

    def settings(self) -> str:
        """The text of the configuration file; empty: there is none."""
        return self._file.read_text() if self._file.exists() else ""

    def write(self, label: str, text: str) -> None:
        """Replaces the text of the field with this label."""
        self.reach(label)
        self.keys("ctrl+a")
        self.type(text)
        self.keys("Tab")
