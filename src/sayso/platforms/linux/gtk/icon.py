"""Icons of our own: themes differ in which icons they have, and under which names.

GTK draws these from their files in the colour of the text beside them: that takes no icon theme,
and no loader of SVG, which not every system has.
"""

import sys

assert sys.platform == "linux"

import os
from enum import Enum
from typing import Any

from gi.repository import GdkPixbuf, Gio, Gtk

from sayso.presentation import mark_pictures

SMALL, LARGE = 16, 32
"""Logical pixels: on a high-resolution screen each is several of the screen's."""

_PICTURES = os.path.join(os.path.dirname(__file__), "icons")
"""The directory of the icons, made by packaging/icons.py."""


class Icon(Enum):
    """Each icon has the name of its drawing in `assets/symbols.svg`."""

    ASKING = "asking"
    """The mark itself, in one colour: from `assets/tray.svg`."""
    WARNING = "warning"
    TELLING = "telling"
    CLOCK = "clock"
    GONE = "gone"
    MACHINE = "machine"
    ASSISTANCE = "assistance"
    TICK = "tick"
    CROSS = "cross"
    ABOVE = "above"
    BELOW = "below"
    RIGHT = "right"
    OPENS_DOWNWARDS = "opens-downwards"
    PAGE = "page"
    REVEAL = "reveal"
    CONCEAL = "conceal"


def image(icon: Icon | None = None, pixels: int = SMALL) -> Any:
    """A widget of this size, whatever size the theme would have; None: its icon is set later."""
    made = Gtk.Image(pixel_size=pixels)
    if icon:
        show(made, icon)
    return made


def show(shown: Any, icon: Icon) -> None:
    _show(shown, os.path.join(_PICTURES, "symbolic", f"{icon.value}.symbolic.png"))


def show_mark(shown: Any, pixels: int) -> None:
    """Shows the mark in its colours and in this size, even where each pixel is two of the
    screen's."""
    shown.set_pixel_size(pixels)
    _show(shown, mark_pictures.path(mark_pictures.SIZES[-1]))


def marks() -> list[GdkPixbuf.Pixbuf]:
    """The mark in its colours, in each size, for programs that list windows."""
    return [
        GdkPixbuf.Pixbuf.new_from_file(mark_pictures.path(size)) for size in mark_pictures.SIZES
    ]


def _show(shown: Any, path: str) -> None:
    shown.set_from_gicon(Gio.FileIcon.new(Gio.File.new_for_path(path)), Gtk.IconSize.BUTTON)
