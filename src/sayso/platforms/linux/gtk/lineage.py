"""Where the asker works, and on demand the asker's process and the programs that started it."""

import sys

assert sys.platform == "linux"

from collections.abc import Sequence
from typing import Any

from gi.repository import Gtk

from sayso.platforms.linux.gtk.labels import attributes, bold, label, say, wrapped
from sayso.presentation import catalogue

_HIGHEST = 180
"""The most pixels of height; more lines scroll."""
_ARROW_GAP = 6


class Lineage:
    """Lines that are hidden until the person opens them."""

    _process: Sequence[str] = ()
    _started_by: Sequence[str] = ()
    """Lines that are not shown yet, in both."""
    _highest = 0

    def __init__(self) -> None:
        self._title = label("")
        self._title.set_margin_start(_ARROW_GAP)
        self._column = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=6, margin_top=6)
        self._scroller = Gtk.ScrolledWindow(hscrollbar_policy=Gtk.PolicyType.NEVER)
        self._scroller.add(self._column)
        self.root = Gtk.Expander(label_widget=self._title, label_fill=True)
        self.root.add(self._scroller)

    def fill(self, where: str, process: Sequence[str], started_by: Sequence[str]) -> None:
        """`process`: lines about the asker's process; `started_by`: one line for each of its
        ancestors."""
        say(self._title, where)
        self._process, self._started_by = process, started_by

    def toggle(self) -> None:
        """Opens or closes the lines."""
        self._write()
        self._column.show_all()
        self._highest = min(self._column.get_preferred_height()[1], _HIGHEST)
        self.give_way(0)
        self.root.set_expanded(not self.root.get_expanded())

    def give_way(self, pixels: int) -> None:
        """Makes the open part lower by so many pixels, but not lower than its scrollbar."""
        self._scroller.set_min_content_height(max(self._highest - pixels, 0))

    def _write(self) -> None:
        """Makes the labels only now: they take long to be measured, and few are ever looked at."""
        for line in self._process:
            self._column.add(label(line))
        if self._started_by:
            self._column.add(_bold(catalogue.LINEAGE()))
        for line in self._started_by:
            self._column.add(label(line))
        self._process = self._started_by = ()


def _bold(words: str) -> Any:
    made = wrapped(words)
    made.set_attributes(attributes(bold()))
    return made
