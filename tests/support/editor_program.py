"""A window in which a person types. Each change of its text is written to the file named."""

import sys
from pathlib import Path

import gi

gi.require_version("Gtk", "3.0")
from gi.repository import Gtk  # versions come first

_, TITLE, FILE = sys.argv

window = Gtk.Window(title=TITLE, default_width=400, default_height=200)
entry = Gtk.Entry()
entry.connect("changed", lambda _: Path(FILE).write_text(entry.get_text()))
entry.connect("map", lambda _: Path(FILE).write_text(""))
window.add(entry)
window.connect("destroy", Gtk.main_quit)
window.show_all()
Gtk.main()
