"""Draws a card where nobody sees it: the first of a process costs 30 ms more than the next."""

import sys

assert sys.platform == "linux"

from gi.repository import Gtk

from sayso.core.catalogue import Deed
from sayso.platforms.base import Button, Card, Standing
from sayso.platforms.linux.gtk.face import Face
from sayso.platforms.linux.gtk.toplevel import idle_measure

_SIZE = (640, 0)
"""Width and height of the screen that nobody sees."""


def warm_up() -> None:
    """To be called once the screen is open."""
    # Assistive technology sees it for a moment: no word of it may look like a question or a choice.
    aa = "Aa"
    card = Card(
        name="",
        heading="",
        where="",
        lineage=("",),
        title=aa,
        message=aa,
        details=aa,
        approve=Button(aa, aa),
        deny=Button(aa, aa),
        destructive=True,
        host=aa,
        standing=Standing(0, 1, 2, 0),
        arming=0,
        deed=Deed(aa, aa, aa, aa, aa),
    )
    window = Gtk.OffscreenWindow()
    face = Face(card)
    face.say_standing(card.standing)
    window.add(face.root)
    window.set_default_size(*face.fit(*_SIZE))
    window.show_all()
    while Gtk.events_pending():
        Gtk.main_iteration_do(False)
    window.destroy()
    idle_measure()
