"""A window that prints the events that come to it from the X server, a line for each.

python events_program.py TITLE
"""

import os
import sys

from Xlib import XK, X, Xatom
from Xlib.display import Display
from Xlib.protocol.rq import Event

BUTTONS = {X.ButtonPress: "press", X.ButtonRelease: "release"}
KEYS = {X.KeyPress: "down", X.KeyRelease: "up"}


def main(title: str) -> None:
    display = Display()
    masks = X.KeyPressMask | X.KeyReleaseMask | X.ButtonPressMask | X.ButtonReleaseMask
    screen = display.screen()
    window = screen.root.create_window(
        0, 0, 400, 300, 0, screen.root_depth,
        background_pixel=screen.white_pixel, event_mask=masks | X.FocusChangeMask,
    )  # fmt: skip
    window.set_wm_name(title)
    window.set_wm_class("events", "Events")
    number = display.get_atom("_NET_WM_PID")
    window.change_property(number, Xatom.CARDINAL, 32, [os.getpid()])
    window.map()
    while True:
        say(display, display.next_event())


def say(display: Display, event: Event) -> None:
    if event.type == X.FocusIn:
        words = "keyboard"
    elif event.type in BUTTONS:
        words = f"{BUTTONS[event.type]} {event.detail}"
    elif event.type in KEYS:
        words = f"{KEYS[event.type]} {key_name(display.keycode_to_keysym(event.detail, 0))}"
    else:
        return
    print(f"forged {words}" if event.send_event else words, flush=True)


def key_name(keysym: int) -> str:
    names = (name for name in dir(XK) if name.startswith("XK_") and getattr(XK, name) == keysym)
    return next(names).removeprefix("XK_")


if __name__ == "__main__":
    main(sys.argv[1])
