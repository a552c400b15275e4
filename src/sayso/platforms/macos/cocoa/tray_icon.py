"""The icon in the menu bar.

It is not pystray's: that replaces the menu whenever anything changes, which closes the menu under
the person's hand; its picture keeps its colour, and can't be seen on a dark bar; and it requires
Quartz and Pillow.
"""

import sys

assert sys.platform == "darwin"

import os
from functools import cache
from typing import Any

import AppKit

from sayso.platforms.macos.cocoa import accessible

POINTS = 16
"""Width and height of the icon, in points."""
_SCALES = (1, 2)
"""Pixels that a point of a screen can have, each way."""
_DRAWINGS = os.path.join(os.path.dirname(__file__), "icons")
"""The directory of the drawings, which packaging/icons.py makes."""


class Icon:
    def __init__(self, menu: Any) -> None:
        bar = AppKit.NSStatusBar.systemStatusBar()
        self._item = bar.statusItemWithLength_(AppKit.NSSquareStatusItemLength)
        self._item.setMenu_(menu)
        self._drawing = self._summary = ""

    def draw(self, drawing: str, summary: str) -> None:
        """Shows this drawing and summary from now on; does nothing if they are shown already."""
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
    """The picture of a drawing, as a template: the system takes only its opacity, and draws it in a
    colour that can be seen on the bar."""
    made = AppKit.NSImage.alloc().initWithSize_((POINTS, POINTS))
    for scale in _SCALES:
        path = os.path.join(_DRAWINGS, f"{drawing}@{scale}x.png")
        drawn = AppKit.NSImageRep.imageRepWithContentsOfFile_(path)
        drawn.setSize_((POINTS, POINTS))
        made.addRepresentation_(drawn)
    made.setTemplate_(True)
    return made
