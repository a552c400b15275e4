"""A window of another program that lies above all others, drawn until it is killed.

python x11_cover.py X Y WIDTH HEIGHT

Says "there" once it is drawn. It is no control, so that who looks for those finds none.
"""

import sys

import gi

gi.require_version("Gdk", "3.0")
from gi.repository import Gdk, GLib  # versions come first


def main(x: int, y: int, width: int, height: int) -> None:
    Gdk.init([])
    attributes = Gdk.WindowAttr()
    attributes.x, attributes.y, attributes.width, attributes.height = x, y, width, height
    attributes.window_type = Gdk.WindowType.TEMP  # the window manager leaves it alone
    attributes.wclass = Gdk.WindowWindowClass.INPUT_OUTPUT
    attributes.event_mask = Gdk.EventMask.BUTTON_PRESS_MASK
    place = Gdk.WindowAttributesType.X | Gdk.WindowAttributesType.Y
    window = Gdk.Window.new(None, attributes, place)
    window.set_background_rgba(Gdk.RGBA(0.5, 0, 0.5, 1))
    window.show()
    window.raise_()
    window.get_display().sync()  # the X server draws the background as it maps it
    print("there", flush=True)
    GLib.MainLoop().run()


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
