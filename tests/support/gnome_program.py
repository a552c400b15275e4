"""Prints what GNOME Shell says about the person, on the session bus of its environment.

python gnome_program.py idle       seconds since the last input
python gnome_program.py screens    "hidden" or "seen", at first and at each change; it does not end

An exception in the main loop ends the process, as it ends a dialog.
"""

import os
import sys

import gi

gi.require_version("Gdk", "3.0")

from gi.repository import GLib

from sayso.platforms.linux.wayland import gnome


def main() -> None:
    if sys.argv[1] == "idle":
        print(gnome.idle())
        return

    def say() -> None:
        print("hidden" if screens.are_hidden else "seen", flush=True)

    sys.excepthook = lambda *_: os._exit(1)
    screens = gnome.Screens(say)
    say()
    GLib.MainLoop().run()


if __name__ == "__main__":
    main()
