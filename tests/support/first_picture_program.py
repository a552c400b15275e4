"""Shows a dialog as a dialog process does, and takes three pictures of its window: of its
background, while GTK has drawn nothing; of GTK's first frame; and of the background after that
frame, where another program had drawn. Prints for the first two how many of their pixels differ
from the pixel before, and for the third how many are not black; then how many pixels of the first
two differ.
"""

import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from Xlib import X
from Xlib.display import Display

from sayso.dialog.model import model
from sayso.platforms.linux import dialogs
from sayso.presentation.rehearsal import Nobody
from support.dialog_process import ask
from support.processes import wait_until

BLACK = 0


class UntilPainted(Nobody):
    def painted(self) -> None:
        dialogs.stop()


def pixels(window: Any) -> memoryview:
    size = window.get_geometry()
    image = window.get_image(0, 0, size.width, size.height, X.ZPixmap, 0xFFFFFF)
    return memoryview(image.data).cast("I")


def edges(picture: memoryview) -> int:
    return sum(here != before for here, before in zip(picture[1:], picture, strict=False))


def main() -> None:
    dialogs.open_screen()
    told = ask(title="Deploy build 4711?", message="Replaces 4709 on 12 hosts.", deny="Not now")
    shown = dialogs.show(model(told, "/home/mia"), UntilPainted())
    from gi.repository import Gtk

    (toplevel,) = (each for each in Gtk.Window.list_toplevels() if each.get_mapped())
    server = Display()
    window = server.create_resource_object("window", toplevel.get_window().get_xid())
    wait_until(lambda: window.get_attributes().map_state == X.IsViewable, "the window")
    window.clear_area()
    background = pixels(window)
    Gtk.main()
    frame = pixels(window)
    toplevel.get_display().sync()
    size = window.get_geometry()
    white = window.create_gc(foreground=0xFFFFFF)
    window.fill_rectangle(white, 0, 0, size.width, size.height)
    window.clear_area()
    print(edges(background), edges(frame), sum(each != BLACK for each in pixels(window)))
    print(sum(one != other for one, other in zip(background, frame, strict=True)))
    shown.close()


if __name__ == "__main__":
    main()
