"""A window of another program that lies above all others, until it is killed.

python x11_cover.py X Y WIDTH HEIGHT [through]

`through`: the pointer works what is below it.

Says "there" once it is drawn. It is no control, so that who looks for those finds none.
"""

import sys

from Xlib import X
from Xlib.display import Display
from Xlib.ext import shape

COLOUR = 0x800080


def main(x: int, y: int, width: int, height: int, *, clicks_through: bool) -> None:
    display = Display()
    screen = display.screen()
    window = screen.root.create_window(
        x, y, width, height, 0, screen.root_depth, override_redirect=1,
        background_pixel=COLOUR,
        event_mask=X.ButtonPressMask | X.ButtonReleaseMask | X.VisibilityChangeMask,
    )  # fmt: skip
    if clicks_through:
        window.shape_rectangles(shape.SO.Set, shape.SK.Input, X.Unsorted, 0, 0, [])
    window.map()  # and the X server draws its background
    window.configure(stack_mode=X.Above)
    display.sync()
    print("there", flush=True)
    while True:
        event = display.next_event()
        if event.type == X.VisibilityNotify and event.state != X.VisibilityUnobscured:
            window.configure(stack_mode=X.Above)  # what came after it lies below it as well


if __name__ == "__main__":
    main(*map(int, sys.argv[1:5]), clicks_through=sys.argv[5:] == ["through"])
