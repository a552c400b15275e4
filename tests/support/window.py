"""A window that stands in for a dialog. It prints "pressed" when its button is pressed."""

import gi

gi.require_version("Gtk", "3.0")
from gi.repository import Gtk  # the version has to be chosen first


def main() -> None:
    window = Gtk.Window(title="Stand-in")
    box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
    box.add(Gtk.Label(label="May I?"))
    asleep = Gtk.Button(label="Asleep", sensitive=False)
    button = Gtk.Button(label="_Approve", use_underline=True)
    button.connect("clicked", lambda _: print("pressed", flush=True))
    for each in (asleep, button):
        box.add(each)
    window.add(box)
    window.connect("destroy", Gtk.main_quit)
    window.show_all()
    Gtk.main()


if __name__ == "__main__":
    main()
