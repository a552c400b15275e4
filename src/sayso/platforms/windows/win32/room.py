"""Windows that hold controls, and hand on to them what the system tells of them."""

from __future__ import annotations

import sys

assert sys.platform == "win32"

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Protocol

from sayso.platforms.windows.native import painting, sight, windows
from sayso.platforms.windows.native.messages import Message
from sayso.platforms.windows.native.painting import Area, ItemToDraw
from sayso.platforms.windows.native.windows import Extended, Style

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from sayso.platforms.windows.win32.look import Look

_KIND = "sayso-room"


class Held(Protocol):
    """A control."""

    @property
    def window(self) -> int: ...
    def is_as_made(self) -> bool:
        """No other program has hidden it, or cut out a part of it."""

    def restyle(self) -> None:
        """The look is another now."""

    def on_command(self, code: int) -> None:
        """What it tells by WM_COMMAND."""

    def colors(self, dc: int) -> int:
        """Sets those of its words; the brush for what is behind them."""

    def draw(self, item: ItemToDraw) -> None:
        """By us, where the system does not."""


class Decoration(Protocol):
    """What is drawn below the controls."""

    def draw(self, dc: int, look: Look) -> None: ...


_rooms: dict[int, Room] = {}


class Room:
    """One such window."""

    def __init__(
        self, look: Look, style: int, extended: int = Extended.NONE, parent: Room | None = None
    ) -> None:
        _register()
        self.look = look
        self._is_sheet = parent is not None
        self.behind_is_sheet = self._is_sheet
        """What is made from now on stands in the asker's frame."""
        self._held: dict[int, Held] = {}
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
        """While a control in it takes a message, and may have itself drawn."""
        self._hears += 1
        try:
            yield
        finally:
            self._hears -= 1

    def is_as_made(self) -> bool:
        """No other program has changed what shows of its controls, or put one of its own there."""
        if not all(control.is_as_made() for control in self._held.values()):
            return False
        return not any(sight.is_foreign(each) for each in sight.within(self.window))

    def adopt(self, control: Held) -> None:
        self._held[control.window] = control

    def let_go(self, control: Held) -> None:
        """It goes for good."""
        self._held.pop(control.window, None)
        windows.destroy(control.window)

    def control(self, window: int) -> Held | None:
        return self._held.get(window)

    def look_at_hot(self) -> None:
        """The pointer may have left: the system tells that to nobody."""
        if self.hot and windows.at(*windows.pointer()) != self.hot:
            self.look_at_pointer(0)

    def restyle(self) -> None:
        for control in self._held.values():
            control.restyle()
        windows.draw_anew(self.window)

    @property
    def behind(self) -> int:
        palette = self.look.palette
        return palette.sheet if self._is_sheet else palette.behind

    def on_message(self, message: int, wparam: int, lparam: int) -> int | None:
        """What it does; None: what the system does."""
        match message:
            case Message.COMMAND if held := self._held.get(lparam):
                held.on_command(wparam >> 16)
            case Message.STATIC_COLORS | Message.EDIT_COLORS | Message.BUTTON_COLORS if (
                held := self._held.get(lparam)
            ):
                return held.colors(wparam)
            case Message.DRAW_ITEM if self._hears:  # else another program made it up
                item = ItemToDraw.from_address(lparam)
                if held := self._held.get(item.window or 0):
                    held.draw(item)
                return 1
            case Message.PAINT:
                with painting.painting(self.window) as dc:
                    self._paint(dc)
            case Message.ERASE:
                return 1  # all of it is drawn
            case Message.CURSOR:
                self.look_at_pointer(wparam)
                return None
            case _:
                return None
        return 0

    def look_at_pointer(self, over: int) -> None:
        """`over`: the control below it; 0: none."""
        before, self.hot = self.hot, over
        if before != over:
            for window in {before, over} & {*self._held}:
                windows.draw_anew(window)

    def _paint(self, dc: int) -> None:
        width, height = windows.size(self.window)
        painting.fill(dc, (0, 0, width, height), self.behind)
        for decoration in self.decorations:
            decoration.draw(dc, self.look)


class Unmirrored(Room):
    """In one that is mirrored, for a control that is not: the system would put the scrollbar of
    such a one where its words are."""

    def __init__(self, parent: Room) -> None:
        super().__init__(parent.look, Style.CHILD | Style.VISIBLE, parent=parent)
        windows.never_mirror(self.window)
        self._is_shown = True
        parent.adopt(self)

    def show(self, shown: bool) -> None:
        self._is_shown = shown
        windows.show(self.window, shown=shown)

    def is_as_made(self) -> bool:
        return sight.is_as_made(self.window, shown=self._is_shown) and super().is_as_made()

    def on_command(self, code: int) -> None: ...

    def colors(self, _dc: int) -> int:
        raise NotImplementedError("it is no control of the system's")

    def draw(self, item: ItemToDraw) -> None: ...


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
        """`kind`: which of the palette's colours it has."""
        self._kind = kind
        self.area: Area | None = None
        """None: it is not there."""

    def draw(self, dc: int, look: Look) -> None:
        if self.area:
            palette = look.palette
            color = getattr(palette, self._kind)
            painting.rounded(dc, self.area, look.px(4), face=color, line=palette.line)


class Line:
    """Between two parts."""

    area: Area | None = None

    def draw(self, dc: int, look: Look) -> None:
        if self.area:
            painting.fill(dc, self.area, look.palette.line)
