"""The icon in the menu bar.

Not pystray's: that replaces the menu whenever anything changes, which closes it under the person's
hand; its picture keeps its colour, and can't be seen on a dark bar; and it wants Quartz and Pillow
for it.
"""

import sys

assert sys.platform == "darwin"

import os
from functools import cache
from typing import Any

import AppKit

from sayso.platforms.macos.cocoa import accessible

POINTS = 16
"""Of the icon, each way."""
_SCALES = (1, 2)
"""Pixels that a point of a screen has."""
_DRAWINGS = os.path.join(os.path.dirname(__file__), "icons")
"""Made by packaging/icons.py."""


class Icon:
    def __init__(self, menu: Any) -> None:
        bar = AppKit.NSStatusBar.systemStatusBar()
        self._item = bar.statusItemWithLength_(AppKit.NSSquareStatusItemLength)
        self._item.setMenu_(menu)
        self._drawing = self._summary = ""

    def draw(self, drawing: str, summary: str) -> None:
        """Shows it from now on; nothing happens where it shows that already."""
        button = self._item.button()
        if drawing != self._drawing:
            self._drawing = drawing
            button.setImage_(picture(drawing))
        if summary != self._summary:
            self._summary = summary
            button.setToolTip_(summary)
            accessible.name(button, summary)


@cache
def picture(drawing: str) -> Any:
    """A template: the system draws it in the colour that can be seen on the bar, by what is opaque
    alone."""
    made = AppKit.NSImage.alloc().initWithSize_((POINTS, POINTS))
    for scale in _SCALES:
        path = os.path.join(_DRAWINGS, f"{drawing}@{scale}x.png")
        drawn = AppKit.NSImageRep.imageRepWithContentsOfFile_(path)
        drawn.setSize_((POINTS, POINTS))
        made.addRepresentation_(drawn)
    made.setTemplate_(True)
    return made
