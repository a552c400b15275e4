"""A settings manager (XSETTINGS) that has one setting: the modules that GTK is to load.

python settings_manager_program.py MODULES

Prints "there" once it manages the screen; then sets each line of its input, and prints "put".
"""

import struct
import sys

from Xlib import X
from Xlib.display import Display
from Xlib.protocol.event import ClientMessage

NAME = b"Gtk/Modules"


def main(modules: str) -> None:
    display = Display()
    screen = display.screen()
    window = screen.root.create_window(0, 0, 1, 1, 0, screen.root_depth)
    manager = display.intern_atom("_XSETTINGS_S0")
    settings = display.intern_atom("_XSETTINGS_SETTINGS")

    def put(serial: int, modules: str) -> None:
        window.change_property(settings, settings, 8, setting(serial, modules.encode()))
        display.sync()

    put(1, modules)
    window.set_selection_owner(manager, X.CurrentTime)
    told = ClientMessage(
        window=screen.root, client_type=display.intern_atom("MANAGER"),
        data=(32, [X.CurrentTime, manager, window.id, 0, 0]),
    )  # fmt: skip
    screen.root.send_event(told, event_mask=X.StructureNotifyMask)
    display.sync()
    print("there", flush=True)
    for serial, line in enumerate(sys.stdin, 2):
        put(serial, line.strip())
        print("put", flush=True)


def setting(serial: int, value: bytes) -> bytes:
    """The contents of the XSETTINGS property: little-endian, with one setting of type string."""
    head = struct.pack("<BxxxII", 0, serial, 1)
    named = struct.pack("<BxH", 1, len(NAME)) + padded(NAME)
    return head + named + struct.pack("<II", serial, len(value)) + padded(value)


def padded(data: bytes) -> bytes:
    return data + bytes(-len(data) % 4)


if __name__ == "__main__":
    main(sys.argv[1])
