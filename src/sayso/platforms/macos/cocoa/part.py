"""The parts that a window is made of: each knows how high it is at a given width, and can be
placed."""

from __future__ import annotations

import sys

assert sys.platform == "darwin"

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any

from sayso.platforms.macos.cocoa import accessible
from sayso.platforms.macos.cocoa.room import Room


class Part(ABC):
    """A part of a window."""

    is_shown = True

    @abstractmethod
    def height(self, width: int) -> int:
        """Height in points that the part takes at this width."""

    @abstractmethod
    def place(self, x: int, y: int, width: int, height: int) -> None: ...

    def show(self, shown: bool) -> None:
        self.is_shown = shown


class Control(Part):
    """A part that is a view of AppKit's, in a room of ours."""

    def __init__(self, room: Room, view: Any, *, takes_focus: bool = False) -> None:
        self.room, self.view = room, view
        view.held_by = self
        room.add(view)
        if takes_focus:
            room.top.stops.append(self)

    @property
    def focus_view(self) -> Any:
        """The view that has the keyboard focus when this control has it."""
        return self.view

    @property
    def is_stop(self) -> bool:
        """Whether Tab reaches this control."""
        return not self.view.isHiddenOrHasHiddenAncestor()

    @property
    def has_focus(self) -> bool:
        return self.room.top.focused is self

    def grab_focus(self) -> None:
        self.room.top.focus(self)

    def place(self, x: int, y: int, width: int, height: int) -> None:
        self.room.put(self.view, x, y, width, height)

    def show(self, shown: bool) -> None:
        self.is_shown = shown
        self.view.setHidden_(not shown)

    def set_tip(self, words: str) -> None:
        """Sets the words that show while the pointer rests on the control; empty: none."""
        self.view.setToolTip_(words or None)

    def name(self, words: str) -> None:
        """Sets the name that assistive technology says."""
        accessible.name(self.view, words)

    def describe(self, words: str) -> None:
        accessible.describe(self.view, words)

    def announce(self, words: str) -> None:
        accessible.announce(self.view, words)


class Stack(Part):
    """Parts, one below the other."""

    def __init__(self, parts: Sequence[Part], gap: int = 6) -> None:
        self._parts, self._gap = parts, gap

    @property
    def _shown(self) -> list[Part]:
        return [each for each in self._parts if each.is_shown]

    def height(self, width: int) -> int:
        heights = [each.height(width) for each in self._shown]
        return sum(heights) + self._gap * max(len(heights) - 1, 0)

    def place(self, x: int, y: int, width: int, height: int) -> None:
        for part in self._shown:
            own = part.height(width)
            part.place(x, y, width, own)
            y += own + self._gap

    def show(self, shown: bool) -> None:
        super().show(shown)
        for part in self._parts:
            part.show(shown)
