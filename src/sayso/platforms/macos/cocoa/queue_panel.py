"""The list of what else is open: shown when the person wants to see it.

It is below the buttons that answer, as they answer the question above them and none of the list.
"""

from __future__ import annotations

import sys

assert sys.platform == "darwin"

from collections.abc import Callable
from functools import partial

from sayso.platforms.macos.cocoa.button import PushButton
from sayso.platforms.macos.cocoa.device import by_device
from sayso.platforms.macos.cocoa.labels import Label
from sayso.platforms.macos.cocoa.part import Part
from sayso.platforms.macos.cocoa.room import Room
from sayso.presentation import catalogue
from sayso.presentation.queue_list import QueueEntry, QueueList

_GAP = 6


class QueuePanel(Part):
    """The list. Each row is a button of its own, as the title in it is in the asker's words."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._list = QueueList()
        self._on_row: Callable[[int], None] = lambda _number: None
        self._rows: list[tuple[PushButton, int]] = []
        self._heading = Label(room, catalogue.ANSWER_FIRST())
        self.show(False)

    @property
    def is_open(self) -> bool:
        return self._list.is_open

    @property
    def first(self) -> PushButton:
        """The row on top; only while there are rows."""
        return self._rows[0][0]

    @property
    def at_focus(self) -> Callable[[], None] | None:
        """A function that does what the row with the focus does; None: no row has the focus."""
        for button, number in self._rows:
            if button.has_focus:
                return partial(self._on_row, number)
        return None

    def move(self, by: int) -> bool:
        """Moves the focus by `by` rows, and from one end to the other; False: no row has it."""
        for place, (button, _number) in enumerate(self._rows):
            if button.has_focus:
                self._rows[(place + by) % len(self._rows)][0].grab_focus()
                return True
        return False

    def watch(self, on_row: Callable[[int], None]) -> None:
        """`on_row` is called with the number of the question that the person wants to see first."""
        self._on_row = on_row

    def open(self) -> None:
        """Opens the list, which shows once its entries have come."""
        self._list.open()

    def fill(self, entries: tuple[QueueEntry, ...]) -> None:
        """Shows these entries, if the list is open; without any, it closes."""
        shown = self._list.take(entries)
        for button, _number in self._rows:
            button.go()
        self._rows = [(self._row(entry), entry.number) for entry in shown]
        self.show(bool(shown))

    def show(self, shown: bool) -> None:
        super().show(shown)
        self._heading.show(shown)

    def height(self, width: int) -> int:
        rows = [button.height(width) for button, _number in self._rows]
        return self._heading.height(width) + sum(rows) + _GAP * len(rows)

    def place(self, x: int, y: int, width: int, height: int) -> None:
        own = self._heading.height(width)
        self._heading.place(x, y, width, own)
        for button, _number in self._rows:
            y += own + _GAP
            own = button.height(width)
            button.place(x, y, width, own)

    def _row(self, entry: QueueEntry) -> PushButton:
        row = PushButton(self._room, entry.words)
        row.begins_line = True
        row.watch(lambda: self._on_row(entry.number) if by_device() else None)
        return row
