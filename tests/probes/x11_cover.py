"""A window of another program that lies above all others, until it is killed.

python x11_cover.py X Y WIDTH HEIGHT

Says "there" once it is drawn. It is no control, so that who looks for those finds none.
"""

import sys

from Xlib import X
from Xlib.display import Display

COLOUR = 0x800080


def main(x: int, y: int, width: int, height: int) -> None:
    display = Display()
    screen = display.screen()
    window = screen.root.create_window(
        x, y, width, height, 0, screen.root_depth, override_redirect=1,
        background_pixel=COLOUR, event_mask=X.ButtonPressMask | X.ButtonReleaseMask,
    )  # fmt: skip
    window.map()  # and the X server draws its background
    window.configure(stack_mode=X.Above)
    display.sync()
    print("there", flush=True)
    while True:
        display.next_event()


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
