"""The system's control for texts: what is in it, and which of its lines are in view."""

import sys

assert sys.platform == "win32"

from sayso.platforms.windows.native import controls, looks, painting, windows
from sayso.platforms.windows.native.controls import EDIT, EditMessage, EditStyle
from sayso.platforms.windows.native.messages import Message
from sayso.platforms.windows.native.windows import Style
from sayso.platforms.windows.win32.part import Control
from sayso.platforms.windows.win32.room import Room
from sayso.platforms.windows.win32.scrolled import Scrolled
from sayso.presentation.reading import Area

_SCROLLING = frozenset([Message.SCROLL_DOWN, Message.WHEEL, Message.KEY_DOWN, Message.LEFT_DOWN])


class Edit(Control, Scrolled):
    """Of several lines, which wrap. Its rows are its characters."""

    def __init__(
        self, room: Room, text: str, *, style: int, font: str = "text", behind: str = "sheet"
    ) -> None:
        self._font, self._behind = font, behind
        Scrolled.__init__(self)
        lines = EditStyle.LINES | EditStyle.MOVES_DOWN | Style.SCROLLS_DOWN | Style.TAB_STOP
        Control.__init__(self, room, EDIT, "", style=lines | style)
        windows.send(self.window, EditMessage.LIMIT, 0)
        self._heard = windows.listen(self.window, self._on_message)
        self.text = text

    @property
    def root(self) -> int:
        return self.window

    @property
    def font(self) -> int:
        return int(getattr(self.room.look.fonts, self._font))

    @property
    def text(self) -> str:
        return controls.text(self.window).replace("\r\n", "\n")

    @text.setter
    def text(self, words: str) -> None:
        windows.set_text(self.window, words.replace("\n", "\r\n"))
        self._longest = max(words.split("\n"), key=len)

    @property
    def natural_width(self) -> int:
        wide = painting.measure(self._longest[:2_000], None, self.font)[0]
        return wide + self.room.look.px(12)

    @property
    def line_height(self) -> int:
        return painting.measure("", None, self.font)[1]

    def height(self, width: int) -> int:
        """Of all of it, as the control itself breaks its lines."""
        self._set_scrolls(False)
        left, top, _width, height = self.area
        Control.place(self, left, top, width, height)
        return self._whole

    @property
    def _whole(self) -> int:
        return windows.send(self.window, EditMessage.LINES) * self.line_height

    def place(self, x: int, y: int, width: int, height: int) -> None:
        """It scrolls where it needs more than this."""
        self._set_scrolls(False)
        super().place(x, y, width, height)
        self._set_scrolls(self._whole > height)

    def restyle(self) -> None:
        super().restyle()
        looks.dress(self.window, dark=self.room.look.is_dark)

    def colors(self, dc: int) -> int:
        palette = self.room.look.palette
        return painting.set_colors(dc, palette.text, getattr(palette, self._behind))

    def _set_scrolls(self, scrolls: bool) -> None:
        """Told each time: while it has little room the system shows a scrollbar by itself."""
        windows.show_scroll(self.window, shown=scrolls)

    def _on_message(self, window: int, message: int, wparam: int, lparam: int) -> int:
        if message in _SCROLLING:
            self.on_hand()
        done = self._heard(window, message, wparam, lparam)
        if message in _SCROLLING:
            self.on_scrolled()
        if message == Message.PAINT:
            self.on_painted()
        if message == Message.NC_DESTROY:
            windows.forget(window)
        return done

    @property
    def _rows(self) -> float:
        return float(controls.length(self.window))

    def _in_view(self) -> Area:
        """The lines that are in view as a whole."""
        first = windows.send(self.window, EditMessage.FIRST_LINE)
        _left, top, _right, bottom = controls.room_of_text(self.window)
        beyond = first + max((bottom - top + 1) // self.line_height, 1)
        return Area(self._begins(first), self._begins(beyond))

    def _begins(self, line: int) -> float:
        """Which character does; beyond the last line, how many there are."""
        if line >= windows.send(self.window, EditMessage.LINES):
            return self._rows
        return float(windows.send(self.window, EditMessage.LINE_BEGINS, line))

    def _show_row(self, row: float) -> None:
        line = windows.send(self.window, EditMessage.LINE_OF, int(row))
        first = windows.send(self.window, EditMessage.FIRST_LINE)
        windows.send(self.window, EditMessage.SCROLL_BY, 0, max(line - 1, 0) - first)


class TextPane(Edit):
    """Plain text that scrolls and can be selected."""

    def __init__(self, room: Room, text: str, *, font: str = "text", behind: str = "sheet") -> None:
        super().__init__(room, text, style=EditStyle.READ_ONLY, font=font, behind=behind)
