"""Icons of our own: which ones a theme has, under which names, is otherwise on each system.

GTK draws them from their files in the colour of the words beside them: that takes no icon theme,
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
"""Pixels; on a fine screen there are more to each."""

_PICTURES = os.path.join(os.path.dirname(__file__), "icons")
"""Made by packaging/icons.py."""


class Icon(Enum):
    """By the name of its drawing in `assets/symbols.svg`."""

    ASKING = "asking"
    """The mark itself, in one colour: of `assets/tray.svg`."""
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
    """Of this size whatever the theme has for it; None: it is told later what to show."""
    made = Gtk.Image(pixel_size=pixels)
    if icon:
        show(made, icon)
    return made


def show(shown: Any, icon: Icon) -> None:
    _show(shown, os.path.join(_PICTURES, "symbolic", f"{icon.value}.symbolic.png"))


def show_mark(shown: Any, pixels: int) -> None:
    """In its colours, of this size, even where each pixel is two of the screen's."""
    shown.set_pixel_size(pixels)
    _show(shown, mark_pictures.path(mark_pictures.SIZES[-1]))


def marks() -> list[GdkPixbuf.Pixbuf]:
    """The mark in its colours, in each size, for what lists windows."""
    return [
        GdkPixbuf.Pixbuf.new_from_file(mark_pictures.path(size)) for size in mark_pictures.SIZES
    ]


def _show(shown: Any, path: str) -> None:
    shown.set_from_gicon(Gio.FileIcon.new(Gio.File.new_for_path(path)), Gtk.IconSize.BUTTON)
