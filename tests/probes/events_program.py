"""A window that says what comes to it, a line for each event.

python events_program.py TITLE
"""

import sys

import gi

gi.require_version("Gdk", "3.0")
gi.require_version("Gtk", "3.0")
from gi.repository import Gdk, GLib, Gtk  # versions come first


def hear_button(_window: Gtk.Window, event: Gdk.EventButton, word: str) -> None:
    say(event, f"{word} {event.button}")


def hear_key(_window: Gtk.Window, event: Gdk.EventKey, word: str) -> None:
    say(event, f"{word} {Gdk.keyval_name(event.keyval)}")


def say(event: Gdk.EventButton | Gdk.EventKey, words: str) -> None:
    print(f"forged {words}" if event.send_event else words, flush=True)


def main(title: str) -> None:
    GLib.set_prgname("events")
    Gdk.set_program_class("Events")
    window = Gtk.Window(title=title)
    window.set_default_size(400, 300)
    masks = Gdk.EventMask
    window.add_events(masks.BUTTON_PRESS_MASK | masks.BUTTON_RELEASE_MASK)
    window.connect("button-press-event", hear_button, "press")
    window.connect("button-release-event", hear_button, "release")
    window.connect("key-press-event", hear_key, "down")
    window.connect("key-release-event", hear_key, "up")
    window.connect("focus-in-event", lambda *_: print("ready", flush=True))
    window.show_all()
    Gtk.main()


if __name__ == "__main__":
    main(sys.argv[1])
