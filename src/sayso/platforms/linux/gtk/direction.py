"""The direction in which windows are laid out: that of our own translation, whatever GTK's is."""

import sys

assert sys.platform == "linux"

from typing import Any

from gi.repository import Gtk

from sayso.presentation import translation


def follow_language() -> None:
    """Sets the direction of all widgets that are made from now on."""
    mirrored = translation.is_right_to_left()
    Gtk.Widget.set_default_direction(Gtk.TextDirection.RTL if mirrored else Gtk.TextDirection.LTR)


def keep_left_to_right(*widgets: Any) -> None:
    """For commands and code, which begin at the left in every language."""
    for widget in widgets:
        widget.set_direction(Gtk.TextDirection.LTR)
