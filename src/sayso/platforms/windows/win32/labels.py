"""Labels: words in a window, none of which is markup."""

import sys

assert sys.platform == "win32"

from sayso.core.text import shorten
from sayso.platforms.windows.native import painting, windows
from sayso.platforms.windows.native.controls import SET_TEXT, STATIC, StaticStyle
from sayso.platforms.windows.native.messages import Message
from sayso.platforms.windows.win32.fitting import fitting
from sayso.platforms.windows.win32.part import Control
from sayso.platforms.windows.win32.room import Room
from sayso.platforms.windows.win32.writing import write

_TIP_SHOWN = 1_000
"""The most characters of a tip: a command line can have 100,000."""


class Label(Control):
    """Words in as many lines as they take."""

    def __init__(
        self,
        room: Room,
        words: str = "",
        *,
        font: str = "text",
        color: str = "text",
        behind: str = "",
        style: int = 0,
    ) -> None:
        """`font`, `color` and `behind` (the background): by their names in the look. `behind`
        empty: the background of its room."""
        self.ends_line = False
        """The words stand at the end of the line: on the right, where one reads from the left."""
        self._font, self._color, self._behind = font, color, behind
        self.words = words
        super().__init__(room, STATIC, words, style=StaticStyle.PLAIN | style)

    @property
    def font(self) -> int:
        return int(getattr(self.room.look.fonts, self._font))

    def say(self, words: str) -> None:
        if words != self.words:
            self.words = words
            windows.set_text(self.window, words)

    def set_font(self, font: str) -> None:
        if font != self._font:
            self._font = font
            self.restyle()

    def height(self, width: int) -> int:
        return painting.measure(self.words, width, self.font)[1]

    @property
    def natural_width(self) -> int:
        return painting.measure(self.words, None, self.font)[0] + 1

    def take(self, window: int, message: int, wparam: int, lparam: int) -> int:
        """Draws the words itself: the system would draw all words of a window in one direction."""
        if message == SET_TEXT:
            done = int(windows.default(window, message, wparam, lparam))
            windows.draw_anew(window)
            return done
        if message != Message.PAINT:
            return super().take(window, message, wparam, lparam)
        with painting.painting(window) as dc:
            self._draw(dc, (0, 0, *windows.size(window)))
        return 0

    def _draw(self, dc: int, area: painting.Area) -> None:
        palette = self.room.look.palette
        behind = getattr(palette, self._behind) if self._behind else self.behind
        painting.fill(dc, area, behind)
        color = getattr(palette, self._color)
        write(dc, self.words, area, font=self.font, color=color, ends_line=self.ends_line)


class ShortLabel(Label):
    """Words in a few lines at most: what is too long is cut in its middle. All of it is in the tip,
    and told to assistive technology."""

    def __init__(self, room: Room, words: str = "", *, lines: int = 1, font: str = "text") -> None:
        self._whole, self._lines = words, lines
        super().__init__(room, font=font)
        self.set_tip(shorten(words, _TIP_SHOWN))
        self.name(words)

    def height(self, width: int) -> int:
        return painting.measure(self._fitting(width), width, self.font)[1]

    @property
    def natural_width(self) -> int:
        return painting.measure(shorten(self._whole, _TIP_SHOWN), None, self.font)[0] + 1

    def place(self, x: int, y: int, width: int, height: int) -> None:
        self.say(self._fitting(width))
        super().place(x, y, width, height)

    def _fitting(self, width: int) -> str:
        return fitting(self._whole, width, self.font, self._lines)
