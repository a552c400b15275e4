"""Which programs started the asker: shown on demand, below where it asks from."""

import sys

assert sys.platform == "linux"

from collections.abc import Sequence

from gi.repository import Gtk

from sayso.platforms.linux.gtk.labels import label, say
from sayso.presentation import catalogue

_HIGHEST = 120
"""Pixels; more lines scroll."""
_ARROW_GAP = 6


class Lineage:
    """Closed until the person opens it."""

    _lines: Sequence[str] = ()
    """Not written yet."""
    _highest = 0

    def __init__(self) -> None:
        self._title = label("", dim=True)
        self._title.set_margin_start(_ARROW_GAP)
        self._column = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=6, margin_top=6)
        self._column.add(label(catalogue.LINEAGE(), dim=True))
        self._scroller = Gtk.ScrolledWindow(hscrollbar_policy=Gtk.PolicyType.NEVER)
        self._scroller.add(self._column)
        self.root = Gtk.Expander(label_widget=self._title, label_fill=True)
        self.root.add(self._scroller)

    def fill(self, where: str, lines: Sequence[str]) -> None:
        say(self._title, where)
        self._lines = lines

    def turn(self) -> None:
        """Opens it, or closes it."""
        for line in self._lines:  # they take their time to be measured, and few are ever looked at
            self._column.add(label(line))
        self._lines = ()
        self._column.show_all()
        self._highest = min(self._column.get_preferred_height()[1], _HIGHEST)
        self.give_way(0)
        self.root.set_expanded(not self.root.get_expanded())

    def give_way(self, pixels: int) -> None:
        """It is less high by this; but as high as its scrollbar, if it is open."""
        self._scroller.set_min_content_height(max(self._highest - pixels, 0))
