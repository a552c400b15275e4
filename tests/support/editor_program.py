"""A window in which a person types. At each change it writes its text to FILE.

python editor_program.py TITLE FILE [RIGHT]

At each change it also writes to RIGHT a token that lets another program take the keyboard focus.
"""

import sys
from pathlib import Path

import gi

gi.require_version("Gdk", "3.0")
gi.require_version("Gtk", "3.0")
from gi.repository import Gdk, Gio, Gtk  # versions come first

TITLE, FILE, *RIGHT = sys.argv[1:]
PROGRAM = Gio.AppInfo.create_from_commandline("true", None, Gio.AppInfoCreateFlags.NONE)


def write(_: Gtk.Entry) -> None:
    Path(FILE).write_text(entry.get_text())
    for file in RIGHT:
        start = Gdk.Display.get_default().get_app_launch_context()
        Path(file).write_text(start.get_startup_notify_id(PROGRAM, []))


window = Gtk.Window(title=TITLE, default_width=400, default_height=200)
entry = Gtk.Entry()
entry.connect("changed", write)
entry.connect("map", lambda _: Path(FILE).write_text(""))
window.add(entry)
window.connect("destroy", Gtk.main_quit)
window.show_all()
Gtk.main()
