"""Which way windows run: as our words do, whatever GTK's own translations say."""

import sys

assert sys.platform == "linux"

from typing import Any

from gi.repository import Gtk

from sayso.presentation import translation


def follow_language() -> None:
    """Of all widgets that are made from now on."""
    mirrored = translation.is_right_to_left()
    Gtk.Widget.set_default_direction(Gtk.TextDirection.RTL if mirrored else Gtk.TextDirection.LTR)


def keep_left_to_right(*widgets: Any) -> None:
    """Commands and code, which begin at the left in every language."""
    for widget in widgets:
        widget.set_direction(Gtk.TextDirection.LTR)
