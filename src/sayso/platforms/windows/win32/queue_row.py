"""A row for a question that waits: who asks and the time left, and below these its title."""

import sys

assert sys.platform == "win32"

from sayso.platforms.windows.native import painting
from sayso.platforms.windows.win32.button import PushButton
from sayso.platforms.windows.win32.fitting import fitting
from sayso.platforms.windows.win32.room import Room
from sayso.platforms.windows.win32.writing import write
from sayso.presentation.queue_list import QueueEntry

_PADDING, _BETWEEN = 6, 12


class QueueRow(PushButton):
    """A button whose text for assistive technology is all of the row. The title is never cut."""

    def __init__(self, room: Room, entry: QueueEntry) -> None:
        self._entry = entry
        super().__init__(room, entry.words)

    def height(self, width: int) -> int:
        title = self._entry.title
        inner = max(width - 2 * self.across, 1)
        below = painting.measure(title, inner, self.font)[1] if title else 0
        return self._first_line + below + 2 * self.room.look.px(_PADDING)

    @property
    def _first_line(self) -> int:
        return max(
            painting.measure("", None, font)[1] for font in (self.font, self.room.look.fonts.bold)
        )

    def _draw_words(self, dc: int, area: painting.Area) -> None:
        entry, px, bold = self._entry, self.room.look.px, self.room.look.fonts.bold
        left, right = area[0] + self.across, area[2] - self.across
        top = area[1] + px(_PADDING)
        below = top + self._first_line
        time = painting.measure(entry.time, None, self.font)[0] + 1
        name_ends = right - time - px(_BETWEEN)
        name = fitting(entry.name, max(name_ends - left, 0), bold)
        write(dc, name, (left, top, name_ends, below), font=bold, color=self._ink)
        write(
            dc, entry.time, (right - time, top, right, below),
            font=self.font, color=self._ink, ends_line=True,
        )  # fmt: skip
        write(dc, entry.title, (left, below, right, area[3]), font=self.font, color=self._ink)
