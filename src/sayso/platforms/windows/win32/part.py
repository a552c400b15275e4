"""The parts that a window is put together from: each tells its height, and is placed."""

from __future__ import annotations

import sys

assert sys.platform == "win32"

from abc import ABC, abstractmethod
from collections.abc import Collection, Sequence

from sayso.platforms.windows.native import sight, windows
from sayso.platforms.windows.native.controls import CHANGES_CONTROLS, ButtonMessage, Tip
from sayso.platforms.windows.native.messages import Message, is_input
from sayso.platforms.windows.native.painting import ItemToDraw, set_colors
from sayso.platforms.windows.native.windows import Style
from sayso.platforms.windows.win32 import accessible
from sayso.platforms.windows.win32.device import is_by_other
from sayso.platforms.windows.win32.room import Room


class Part(ABC):
    """A part of a window."""

    is_shown = True

    @abstractmethod
    def height(self, width: int) -> int:
        """Pixels of height that the part takes with this width."""

    @abstractmethod
    def place(self, x: int, y: int, width: int, height: int) -> None: ...

    def show(self, shown: bool) -> None:
        self.is_shown = shown


class Control(Part):
    """A control of the system's, in a room of ours. Any program can send it messages, but only we
    may change what it says and where it stands."""

    refuses: Collection[int] = CHANGES_CONTROLS
    """Messages of other programs that are ignored."""

    def __init__(
        self, room: Room, kind: str, text: str = "", *, style: int = 0, extended: int = 0
    ) -> None:
        self.room = room
        self.is_on_sheet = room.behind_is_sheet
        self._tip: Tip | None = None
        self._tip_words = ""
        self.area = (0, 0, 0, 0)
        """Left, top, width and height in its room, in pixels."""
        self._stands_at = (0, 0, 0, 0)
        self.window = windows.create(
            kind, text, style=Style.CHILD | Style.VISIBLE | style, extended=extended,
            parent=room.window,
        )  # fmt: skip
        self._heard = windows.listen(self.window, self.on_message)
        room.adopt(self)
        self.restyle()

    def on_message(self, window: int, message: int, wparam: int, lparam: int) -> int:
        if not windows.by_us():
            if message in self.refuses:
                return 0
            if message == Message.WINDOW_POS_CHANGING:
                windows.stay(lparam)
                return 0
        if is_by_other():
            if message == ButtonMessage.CLICK:
                self.on_command(ButtonMessage.CLICKED)
                return 0
            if is_input(message):
                return 0
        if message == Message.NC_DESTROY:
            windows.forget(window)
            accessible.forget(window)
        if message == Message.CURSOR and self._tip_words and not self._tip:
            self._make_tip()
        with self.room.hearing():
            return self.take(window, message, wparam, lparam)

    def take(self, window: int, message: int, wparam: int, lparam: int) -> int:
        """Handles a message that was not refused."""
        return self._heard(window, message, wparam, lparam)

    @property
    def font(self) -> int:
        return self.room.look.fonts.text

    @property
    def behind(self) -> int:
        """The colour of the background that it stands on."""
        palette = self.room.look.palette
        return palette.sheet if self.is_on_sheet else palette.behind

    @property
    def has_focus(self) -> bool:
        return windows.focused() == self.window

    def grab_focus(self) -> None:
        windows.focus(self.window)

    def restyle(self) -> None:
        windows.send(self.window, Message.SET_FONT, self.font, 1)

    def place(self, x: int, y: int, width: int, height: int) -> None:
        if (x, y, width, height) != self.area:
            self.area = x, y, width, height
            self._put(x, y, width, height)

    def _put(self, x: int, y: int, width: int, height: int) -> None:
        self._stands_at = x, y, width, height
        windows.place(self.window, x, y, width, height)

    def show(self, shown: bool) -> None:
        if shown != self.is_shown:
            self.is_shown = shown
            windows.show(self.window, shown=shown)

    def follow(self, other: Control) -> None:
        """Puts the control right after another in the order of Tab, and of assistive technology."""
        windows.put_behind(self.window, other.window)

    def set_tip(self, words: str) -> None:
        """Sets the words that show while the pointer rests on the control; empty: none."""
        self._tip_words = words
        if self._tip:
            self._tip.say(words)

    def _make_tip(self) -> None:
        """Makes the tooltip, once the pointer comes over the control: each is a window of its own,
        and takes a millisecond or two."""
        self._tip = Tip(self.room.window, self.window)
        self._tip.say(self._tip_words)

    def is_as_made(self) -> bool:
        if not sight.is_as_made(self.window, shown=self.is_shown):
            return False
        room = self.room.window
        return not self.is_shown or sight.stands(self.window, room, self._stands_at)

    def name(self, words: str) -> None:
        """Sets what assistive technology calls the control."""
        accessible.name(self.window, words)

    def describe(self, words: str) -> None:
        accessible.describe(self.window, words)

    def announce(self, words: str) -> None:
        accessible.announce(self.window, words)

    def on_command(self, code: int) -> None: ...

    def colors(self, dc: int) -> int:
        return set_colors(dc, self.room.look.palette.text, self.behind)

    def draw(self, item: ItemToDraw) -> None: ...


class Stack(Part):
    """Parts, one below the other."""

    def __init__(self, room: Room, parts: Sequence[Part], gap: int = 6) -> None:
        self._room, self._parts, self._gap = room, parts, gap

    @property
    def _shown(self) -> list[Part]:
        return [each for each in self._parts if each.is_shown]

    def height(self, width: int) -> int:
        heights = [each.height(width) for each in self._shown]
        return sum(heights) + self._room.look.px(self._gap) * max(len(heights) - 1, 0)

    def place(self, x: int, y: int, width: int, height: int) -> None:
        for part in self._shown:
            own = part.height(width)
            part.place(x, y, width, own)
            y += own + self._room.look.px(self._gap)

    def show(self, shown: bool) -> None:
        super().show(shown)
        for part in self._parts:
            part.show(shown)
