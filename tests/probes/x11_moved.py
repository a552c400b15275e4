"""Tells a window that it was moved, which only the X server and the window manager should do.

python x11_moved.py WINDOW X Y WIDTH HEIGHT
"""

import sys

from Xlib import X
from Xlib.display import Display
from Xlib.protocol.event import ConfigureNotify


def main(number: int, x: int, y: int, width: int, height: int) -> None:
    display = Display()
    window = display.create_resource_object("window", number)
    told = ConfigureNotify(
        event=window, window=window, x=x, y=y, width=width, height=height,
        border_width=0, above_sibling=X.NONE, override=0,
    )  # fmt: skip
    window.send_event(told, event_mask=X.StructureNotifyMask)
    display.sync()


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
