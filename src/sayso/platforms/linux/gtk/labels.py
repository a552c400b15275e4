"""Labels for words of ours, which may be shortened in the middle."""

import sys

assert sys.platform == "linux"

from typing import Any

from gi.repository import GObject, Gtk, Pango

from sayso.core.text import shorten

_LINE_SHOWN, _TOOLTIP_SHOWN = 400, 1_000
"""Characters of a line of ours that are handed to the toolkit: a command line can have 100,000."""


_DIM = 0.7
"""Opacity of what is less than the rest, within the frame; the toolkit's own 0.55 leaves 3.3:1,
which few can read well: this is 8:1. Outside there is not contrast enough for it in each theme."""


def label(text: str, *, xalign: float = 0) -> Any:
    """One line."""
    made = Gtk.Label(xalign=xalign, ellipsize=Pango.EllipsizeMode.MIDDLE)
    say(made, text)
    return made


def say(made: Any, text: str) -> None:
    """Sets the line; where it is too long the whole is in the tooltip."""
    made.set_text(shorten(text, _LINE_SHOWN))
    made.set_tooltip_text(shorten(text, _TOOLTIP_SHOWN))


def dim_down(made: Any) -> None:
    """It is less than what stands beside it, and can be read all the same."""
    made.set_opacity(_DIM)


def heading(words: str) -> Any:
    """Above a part of ours, in as many lines as it takes."""
    made = Gtk.Label(
        label=words, xalign=0, wrap=True, wrap_mode=Pango.WrapMode.WORD_CHAR, max_width_chars=1
    )
    made.set_attributes(attributes(bold()))
    return made


def wrapped(words: str) -> Any:
    """All of it, in as many lines as that takes."""
    made = Gtk.Label(label=words, xalign=0, wrap=True, wrap_mode=Pango.WrapMode.WORD_CHAR)
    made.set_attributes(attributes(Pango.attr_insert_hyphens_new(False)))
    return made


def attributes(*each: Any) -> Any:
    """Pango attributes for all of a text."""
    together = Pango.AttrList()
    for attribute in each:
        together.insert(attribute)
    return together


def bold() -> Any:
    return Pango.attr_weight_new(Pango.Weight.BOLD)


def announce(widget: Any, text: str) -> None:
    """Has a screen reader say it; empty: there is no more to say.

    ATK before 2.46 can't: a new description is told instead.
    """
    accessible = widget.get_accessible()
    accessible.set_description(text)
    if text and GObject.signal_lookup("announcement", accessible):
        accessible.emit("announcement", text)
