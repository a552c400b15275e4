"""Finds labels that windows of sayso cut off: GTK knows which texts had too little room."""

import os
import signal
from pathlib import Path

from support.processes import wait_until
from support.world import World

_PROGRAM = """
import os, signal

def tell(*_):
    from gi.repository import Gtk
    cut = []

    def look(widget):
        if isinstance(widget, Gtk.Label) and widget.get_mapped():
            layout = widget.get_layout()
            width, height = layout.get_pixel_size()
            too_wide = width > widget.get_allocated_width()
            too_high = height > widget.get_allocated_height()
            if layout.is_ellipsized() or too_wide or too_high:
                cut.append(widget.get_text())
        if isinstance(widget, Gtk.Container):
            widget.forall(look)

    for each in Gtk.Window.list_toplevels():
        look(each)
    path = {place!r} + "/" + str(os.getpid())
    with open(path + ".new", "w", encoding="utf-8") as file:
        file.write("\\0".join(cut))
    os.rename(path + ".new", path)

signal.signal(signal.SIGUSR1, tell)
"""


class CutWords:
    """Watches all processes that start in this world from now on."""

    def __init__(self, world: World) -> None:
        self._place = world.directory / "cut"
        self._place.mkdir()
        program = _PROGRAM.format(place=str(self._place))
        world.interpreter.add_module("cut_words", program, at_start=True)

    def of(self, pid: int) -> list[str]:
        """The texts of labels that this process shows cut off."""
        told = Path(self._place, str(pid))
        told.unlink(missing_ok=True)
        os.kill(pid, signal.SIGUSR1)
        wait_until(told.exists, "what is cut")
        return [each for each in told.read_text(encoding="utf-8").split("\0") if each]
