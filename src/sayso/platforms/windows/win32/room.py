"""Windows that hold controls, and hand messages on to the controls that these are about."""

from __future__ import annotations

import sys

assert sys.platform == "win32"

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Protocol

from sayso.platforms.windows.native import painting, sight, windows
from sayso.platforms.windows.native.controls import CHANGES_CONTROLS
from sayso.platforms.windows.native.messages import Message
from sayso.platforms.windows.native.painting import Area, ItemToDraw
from sayso.platforms.windows.native.windows import Extended, Style

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from sayso.platforms.windows.win32.look import Look

_KIND = "sayso-room"


class Held(Protocol):
    """A control, as its room sees it."""

    @property
    def window(self) -> int: ...
    def is_as_made(self) -> bool:
        """Whether no other program has hidden or moved the control, or cut a part out of it."""

    def restyle(self) -> None:
        """Takes over a look that has changed."""

    def on_command(self, code: int) -> None:
        """Handles a notification that the control has sent by WM_COMMAND."""

    def colors(self, dc: int) -> int:
        """Sets the colours of the text; returns the brush for the background."""

    def draw(self, item: ItemToDraw) -> None:
        """Draws a control that the system does not draw."""


class Decoration(Protocol):
    """Something that is drawn in a room, below the controls."""

    def draw(self, dc: int, look: Look) -> None: ...


_rooms: dict[int, Room] = {}


class Room:
    """A window that holds controls."""

    def __init__(
        self, look: Look, style: int, extended: int = Extended.NONE, parent: Room | None = None
    ) -> None:
        _register()
        self.look = look
        self._is_sheet = parent is not None
        self.behind_is_sheet = self._is_sheet
        """Whether controls that are made from now on stand on the sheet, the frame of the asker's
        words."""
        self._held: dict[int, Held] = {}
        self._inner: list[InnerRoom] = []
        self._hears = 0
        self.decorations: list[Decoration] = []
        self.hot = 0
        """The control that the pointer was over last."""
        self.window: int = windows.create(
            _KIND,
            style=style | Style.CLIP_CHILDREN,
            extended=extended | Extended.CONTROL_PARENT,
            parent=parent.window if parent else None,
        )
        _rooms[self.window] = self

    @contextmanager
    def hearing(self) -> Iterator[None]:
        """A context manager for a control in the room to handle a message in: only then is it
        drawn."""
        self._hears += 1
        try:
            yield
        finally:
            self._hears -= 1

    def is_as_made(self) -> bool:
        """Whether no other program has changed what shows of the controls, or put a window of its
        own there."""
        if not all(each.is_as_made() for each in self._all_in_it):
            return False
        return not any(sight.is_foreign(each) for each in sight.within(self.window))

    @property
    def _all_in_it(self) -> list[Held | InnerRoom]:
        return [*self._held.values(), *self._inner]

    def adopt(self, control: Held) -> None:
        self._held[control.window] = control

    def hold(self, room: InnerRoom) -> None:
        self._inner.append(room)

    def let_go(self, control: Held) -> None:
        """Destroys a control."""
        self._held.pop(control.window, None)
        windows.destroy(control.window)

    def control(self, window: int) -> Held | None:
        return self._held.get(window)

    def look_at_hot(self) -> None:
        """Checks whether the pointer is still over `hot`: the system does not tell when it
        leaves."""
        if self.hot and windows.at(*windows.pointer()) != self.hot:
            self.look_at_pointer(0)

    def restyle(self) -> None:
        for each in self._all_in_it:
            each.restyle()
        windows.draw_anew(self.window)

    @property
    def behind(self) -> int:
        palette = self.look.palette
        return palette.sheet if self._is_sheet else palette.behind

    def on_message(self, message: int, wparam: int, lparam: int) -> int | None:
        """Handles a message; returns the result. None: the system is to handle it."""
        match message:
            case Message.COMMAND if held := self._held.get(lparam):
                held.on_command(wparam >> 16)
            case Message.STATIC_COLORS | Message.EDIT_COLORS | Message.BUTTON_COLORS if (
                held := self._held.get(lparam)
            ):
                return held.colors(wparam)
            case Message.DRAW_ITEM if self._hears:  # else another program has sent it
                item = ItemToDraw.from_address(lparam)
                if held := self._held.get(item.window or 0):
                    held.draw(item)
                return 1
            case Message.PAINT:
                with painting.painting(self.window) as dc:
                    self._paint(dc)
            case Message.ERASE:
                return 1  # WM_PAINT draws all of it
            case Message.CURSOR:
                self.look_at_pointer(wparam)
                return None
            case _:
                return None
        return 0

    def look_at_pointer(self, over: int) -> None:
        """Draws the controls anew that the pointer has left or come to. `over`: the control that it
        is over; 0: none."""
        before, self.hot = self.hot, over
        if before != over:
            for window in {before, over} & {*self._held}:
                windows.draw_anew(window)

    def _paint(self, dc: int) -> None:
        width, height = windows.size(self.window)
        painting.fill(dc, (0, 0, width, height), self.behind)
        for decoration in self.decorations:
            decoration.draw(dc, self.look)


class InnerRoom(Room):
    """A room in another one. As with a control, only we may change how it looks and where it
    stands."""

    def __init__(self, parent: Room, style: int = 0) -> None:
        super().__init__(parent.look, Style.CHILD | Style.VISIBLE | style, parent=parent)
        self._parent = parent.window
        self._is_shown = True
        self._stands_at = (0, 0, 0, 0)
        parent.hold(self)

    def place(self, x: int, y: int, width: int, height: int) -> None:
        self._stands_at = x, y, width, height
        windows.place(self.window, x, y, width, height)

    def show(self, shown: bool) -> None:
        self._is_shown = shown
        windows.show(self.window, shown=shown)

    def is_as_made(self) -> bool:
        if not sight.is_as_made(self.window, shown=self._is_shown):
            return False
        if self._is_shown and not sight.stands(self.window, self._parent, self._stands_at):
            return False
        return super().is_as_made()

    def on_message(self, message: int, wparam: int, lparam: int) -> int | None:
        if not windows.by_us():
            if message in CHANGES_CONTROLS:
                return 0
            if message == Message.WINDOW_POS_CHANGING:
                windows.stay(lparam)
                return 0
        return super().on_message(message, wparam, lparam)


class Unmirrored(InnerRoom):
    """A room that is not mirrored, in one that is, for a control that must not be mirrored: in the
    outer room the system would put the control's scrollbar over its text."""

    def __init__(self, parent: Room) -> None:
        super().__init__(parent)
        windows.never_mirror(self.window)


def _on_message(window: int, message: int, wparam: int, lparam: int) -> int:
    room = _rooms.get(window)
    done = room.on_message(message, wparam, lparam) if room else None
    if message == Message.NC_DESTROY:
        _rooms.pop(window, None)
    return int(windows.default(window, message, wparam, lparam)) if done is None else done


@cache
def _register() -> None:
    windows.register(_KIND, _on_message)


class Band:
    """An area of one colour, with a line around it."""

    def __init__(self, *, kind: str) -> None:
        """`kind`: the name of its colour in the palette."""
        self._kind = kind
        self.area: Area | None = None
        """None: it is not drawn."""

    def draw(self, dc: int, look: Look) -> None:
        if self.area:
            palette = look.palette
            color = getattr(palette, self._kind)
            painting.rounded(dc, self.area, look.px(4), face=color, line=palette.line)


class Line:
    """A line between two parts."""

    area: Area | None = None

    def draw(self, dc: int, look: Look) -> None:
        if self.area:
            painting.fill(dc, self.area, look.palette.line)
