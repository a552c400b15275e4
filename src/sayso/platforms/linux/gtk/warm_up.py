"""Shows a first question where nobody sees it, as the first window of a process takes 40 ms longer
than the next."""

import sys

assert sys.platform == "linux"

from gi.repository import Gdk, Gtk

from sayso.platforms.linux.gtk import style
from sayso.platforms.linux.gtk.direction import follow_language
from sayso.platforms.linux.gtk.toplevel import PrebuiltWindow
from sayso.platforms.linux.gtk.window import Window
from sayso.presentation import rehearsal


def warm_up() -> None:
    """To be called once the screen is open, before any other window is made."""
    follow_language()
    style.load(Gdk.Screen.get_default())
    prebuilt = PrebuiltWindow(Gtk.OffscreenWindow())
    window = Window(rehearsal.model(), rehearsal.Nobody(), prebuilt)
    while Gtk.events_pending():
        Gtk.main_iteration_do(False)
    prebuilt.surface.idle()
    prebuilt.surface.is_screen_filled()  # opens a connection to the server, which stays
    window.close()
