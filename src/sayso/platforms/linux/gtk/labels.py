"""Labels for texts of ours, which may be shortened in the middle."""

import sys

assert sys.platform == "linux"

from typing import Any

from gi.repository import GObject, Gtk, Pango

from sayso.core.text import shorten

_LINE_SHOWN, _TOOLTIP_SHOWN = 400, 1_000
"""Characters of a line and of its tooltip that are handed to the toolkit: a command line can have
100,000."""


_DIM = 0.7
"""Opacity of less important text within the frame. The toolkit's own 0.55 has a contrast of 3.3:1,
which few can read well; this has 8:1. Outside the frame, not every theme has contrast enough for
it."""


def label(text: str, *, xalign: float = 0) -> Any:
    """A label of one line."""
    made = Gtk.Label(xalign=xalign, ellipsize=Pango.EllipsizeMode.MIDDLE)
    say(made, text)
    return made


def say(made: Any, text: str) -> None:
    """Sets the text of a line, and its tooltip, which holds more of a long text."""
    made.set_text(shorten(text, _LINE_SHOWN))
    made.set_tooltip_text(shorten(text, _TOOLTIP_SHOWN))


def dim_down(made: Any) -> None:
    """Shows that the widget is less important than what stands beside it; it stays readable."""
    made.set_opacity(_DIM)


def heading(words: str) -> Any:
    """A heading over a part of ours, in as many lines as it takes."""
    made = Gtk.Label(
        label=words, xalign=0, wrap=True, wrap_mode=Pango.WrapMode.WORD_CHAR, max_width_chars=1
    )
    made.set_attributes(attributes(bold()))
    return made


def wrapped(words: str) -> Any:
    """A label with all of the text, in as many lines as that takes."""
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
    """Has a screen reader say the text; empty: there is nothing to say any more.

    ATK before 2.46 can't announce: screen readers get a new description instead.
    """
    accessible = widget.get_accessible()
    accessible.set_description(text)
    if text and GObject.signal_lookup("announcement", accessible):
        accessible.emit("announcement", text)
