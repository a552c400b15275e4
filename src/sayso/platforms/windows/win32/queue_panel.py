"""The list of the other open questions, shown when the person wants to see it.

It stands below the buttons that answer, as these answer the question above them and none in the
list.
"""

from __future__ import annotations

import sys

assert sys.platform == "win32"

from collections.abc import Callable
from functools import cached_property, partial

from sayso.platforms.windows.win32.device import by_device
from sayso.platforms.windows.win32.labels import Label
from sayso.platforms.windows.win32.part import Part
from sayso.platforms.windows.win32.room import Room
from sayso.presentation import catalogue
from sayso.presentation.queue_list import QueueEntry, QueueList

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from sayso.platforms.windows.win32.queue_row import QueueRow

_GAP = 6


class QueuePanel(Part):
    """The list, with a row for each question. A row is a button of its own, as the title in it is
    in the asker's words."""

    is_shown = False

    def __init__(self, room: Room) -> None:
        self._room = room
        self._list = QueueList()
        self._on_row: Callable[[int], None] = lambda _number: None
        self._rows: list[tuple[QueueRow, int]] = []

    @cached_property
    def _heading(self) -> Label:
        """The heading. It is made when it is needed: few persons open the list."""
        return Label(self._room, catalogue.ANSWER_FIRST())

    @property
    def is_open(self) -> bool:
        return self._list.is_open

    @property
    def first(self) -> QueueRow:
        """The row on top. Raises IndexError while there is none."""
        return self._rows[0][0]

    @property
    def at_focus(self) -> Callable[[], None] | None:
        """Presses the row that has the focus; None: no row has it."""
        for button, number in self._rows:
            if button.has_focus:
                return partial(self._on_row, number)
        return None

    def move(self, by: int) -> bool:
        """Moves the focus by so many rows. False: no row has the focus."""
        for place, (button, _number) in enumerate(self._rows):
            if button.has_focus:
                self._rows[(place + by) % len(self._rows)][0].grab_focus()
                return True
        return False

    def watch(self, on_row: Callable[[int], None]) -> None:
        """`on_row` is called with the number of the question that the person wants to see first."""
        self._on_row = on_row

    def open(self) -> None:
        """Opens the list, which shows once rows have come."""
        self._list.open()

    def fill(self, entries: tuple[QueueEntry, ...]) -> None:
        """Shows these questions, if the list is open; empty: it closes."""
        shown = self._list.take(entries)
        for button, _number in self._rows:
            self._room.let_go(button)
        self.show(bool(shown))  # the heading is to come before them in the order of Tab
        self._rows = [(self._row(entry), entry.number) for entry in shown]

    def show(self, shown: bool) -> None:
        if shown != self.is_shown:
            super().show(shown)
            self._heading.show(shown)

    def height(self, width: int) -> int:
        rows = [button.height(width) for button, _number in self._rows]
        return self._heading.height(width) + sum(rows) + self._room.look.px(_GAP) * len(rows)

    def place(self, x: int, y: int, width: int, height: int) -> None:
        own = self._heading.height(width)
        self._heading.place(x, y, width, own)
        for button, _number in self._rows:
            y += own + self._room.look.px(_GAP)
            own = button.height(width)
            button.place(x, y, width, own)

    def _row(self, entry: QueueEntry) -> QueueRow:
        from sayso.platforms.windows.win32.queue_row import QueueRow  # late: few open the list

        row = QueueRow(self._room, entry)
        row.watch(lambda: self._on_row(entry.number) if by_device() else None)
        return row
