"""The top of a window: who asks, where they work, and how much time is left."""

from __future__ import annotations

import sys

assert sys.platform == "darwin"

from typing import Any

import AppKit

from sayso.platforms.macos.cocoa.labels import ShortLabel
from sayso.platforms.macos.cocoa.lineage import Lineage
from sayso.platforms.macos.cocoa.part import Control, Part
from sayso.platforms.macos.cocoa.room import Room
from sayso.platforms.macos.cocoa.time_left import TimeLeft
from sayso.presentation.dialog import DialogModel

_CAUTION = "NSCaution"
"""The value of NSImageNameCaution."""
_ICON, _BESIDE, _GAP = 32, 12, 2
_LINES = 2
"""Most lines for who asks."""


class Header(Part):
    def __init__(self, room: Room, model: DialogModel) -> None:
        picture = AppKit.NSImageView.alloc().initWithFrame_(((0, 0), (_ICON, _ICON)))
        picture.setImage_(_image(destructive=model.destructive))
        picture.setImageScaling_(AppKit.NSImageScaleProportionallyUpOrDown)
        self._room, self._icon = room, picture
        room.add(picture)
        self._heading = ShortLabel(room, model.heading, lines=_LINES, font="bold")
        self.lineage = Lineage(room, model.where, model.process, model.lineage)
        self.time_left = TimeLeft(room, model.standing.seconds)

    def height(self, width: int) -> int:
        heading = self._heading.height(self._heading_width(width))
        return max(heading + _GAP + self.lineage.height(self._inner(width)), _ICON)

    def place(self, x: int, y: int, width: int, height: int) -> None:
        self._room.put(self._icon, x, y, _ICON, _ICON)
        inner, beside = self._inner(width), self._heading_width(width)
        left, line = x + width - inner, self._heading.height(beside)
        self._heading.place(left, y, beside, line)
        time = self.time_left.natural_width
        self.time_left.place(x + width - time, y, time, self.time_left.height(time))
        self.lineage.place(left, y + line + _GAP, inner, self.lineage.height(inner))

    @property
    def controls(self) -> list[Control]:
        """The controls that say who asks, where they work, and how much time is left."""
        return [self._heading, self.time_left, self.lineage.line]

    def _inner(self, width: int) -> int:
        return width - _ICON - _BESIDE

    def _heading_width(self, width: int) -> int:
        return self._inner(width) - self.time_left.natural_width - _BESIDE


def _image(*, destructive: bool) -> Any:
    if destructive and (caution := AppKit.NSImage.imageNamed_(_CAUTION)) is not None:
        return caution
    return AppKit.NSApplication.sharedApplication().applicationIconImage()
