"""A window of another program that lies above all others, until it is killed.

python x11_cover.py X Y WIDTH HEIGHT [through] [glimpses]

`through`: clicks go to what is below. `glimpses`: the window is hidden for a moment now and then.

Prints "there" once it is drawn. The window is no control, so a search for controls finds none.
"""

import select
import sys
import time

from Xlib import X
from Xlib.display import Display
from Xlib.ext import shape

COLOUR = 0x800080
STAYS, GLIMPSE = 0.7, 0.1
"""Seconds for which the window shows and is hidden, with `glimpses`."""


def main(x: int, y: int, width: int, height: int, *, clicks_through: bool, glimpses: bool) -> None:
    display = Display()
    screen = display.screen()
    window = screen.root.create_window(
        x, y, width, height, 0, screen.root_depth, override_redirect=1,
        background_pixel=COLOUR,
        event_mask=X.ButtonPressMask | X.ButtonReleaseMask | X.VisibilityChangeMask,
    )  # fmt: skip
    if clicks_through:
        window.shape_rectangles(shape.SO.Set, shape.SK.Input, X.Unsorted, 0, 0, [])
    window.map()  # the X server itself draws the background
    window.configure(stack_mode=X.Above)
    display.sync()
    print("there", flush=True)
    while True:
        if glimpses and not display.pending_events() and not _has_more(display, STAYS):
            window.unmap()
            display.sync()
            time.sleep(GLIMPSE)
            window.map()
            window.configure(stack_mode=X.Above)
            display.sync()
            continue
        event = display.next_event()
        if event.type == X.VisibilityNotify and event.state != X.VisibilityUnobscured:
            window.configure(stack_mode=X.Above)  # above windows that came later, too


def _has_more(display: Display, seconds: float) -> bool:
    return bool(select.select([display], [], [], seconds)[0])


if __name__ == "__main__":
    main(
        *map(int, sys.argv[1:5]),
        clicks_through="through" in sys.argv,
        glimpses="glimpses" in sys.argv,
    )
