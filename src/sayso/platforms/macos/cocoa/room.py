"""A view that controls stand in, and what is drawn between them."""

from __future__ import annotations

import sys

assert sys.platform == "darwin"

from collections.abc import Callable
from typing import Any, Protocol

import AppKit

from sayso.platforms.macos.cocoa import look
from sayso.platforms.macos.cocoa.callbacks import deadly
from sayso.presentation.translation import is_right_to_left

Area = tuple[int, int, int, int]
"""Left, top, width and height."""


class Decoration(Protocol):
    def draw(self) -> None: ...


class Focusable(Protocol):
    """A control that takes the keyboard."""

    @property
    def focus_view(self) -> Any: ...
    @property
    def is_stop(self) -> bool: ...


class Top(Protocol):
    """The window, as the controls in it know it."""

    stops: list[Any]
    """The window's controls, in the order in which Tab goes through them."""

    @property
    def focused(self) -> Focusable | None: ...
    def focus(self, control: Focusable) -> None: ...


class SaysoRoom(AppKit.NSView):
    """A view whose coordinates grow downwards, as those of all parts do."""

    held_by: Room

    def isFlipped(self) -> bool:  # noqa: N802
        return True

    def drawRect_(self, rect: Any) -> None:  # noqa: N802
        with deadly:
            self.held_by.draw()


class Room:
    def __init__(self, top: Top, view: Any) -> None:
        self.top, self.view = top, view
        self.decorations: list[Decoration] = []
        view.held_by = self

    def add(self, view: Any) -> None:
        self.view.addSubview_(view)

    def put(self, view: Any, x: int, y: int, width: int, height: int) -> None:
        """Places the view; mirrored, where one reads from the right."""
        if is_right_to_left():
            x = int(self.view.frame().size.width) - x - width
        view.setFrame_(((x, y), (width, height)))

    def draw(self) -> None:
        for each in self.decorations:
            each.draw()

    def draw_anew(self) -> None:
        self.view.setNeedsDisplay_(True)


class Band:
    """A coloured area; where `area` is None, nothing is drawn."""

    def __init__(self, room: Room, fill: Callable[[], Any]) -> None:
        """`fill`: returns the colour, whenever the area is drawn."""
        self._room, self._fill = room, fill
        self.area: Area | None = None
        room.decorations.append(self)

    def draw(self) -> None:
        if self.area:
            draw_box(self._room, self.area, self._fill(), look.color("edge"))


class Line:
    """A line between two parts; where `area` is None, nothing is drawn."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self.area: Area | None = None
        room.decorations.append(self)

    def draw(self) -> None:
        if self.area:
            draw_box(self._room, self.area, look.color("edge"), None, radius=0)


def draw_box(
    room: Room, area: Area, fill: Any, edge: Any, *, thickness: float = 1.0, radius: float = 5.0
) -> None:
    x, y, width, height = area
    if is_right_to_left():
        x = int(room.view.frame().size.width) - x - width
    rect = AppKit.NSInsetRect(((x, y), (width, height)), thickness / 2, thickness / 2)
    if not radius:
        rect = ((x, y), (width, height))
    path = AppKit.NSBezierPath.bezierPathWithRoundedRect_xRadius_yRadius_(rect, radius, radius)
    if fill is not None:
        fill.set()
        path.fill()
    if edge is not None:
        edge.set()
        path.setLineWidth_(thickness)
        path.stroke()
