"""What a daemon tells of questions that come while nobody is there."""

from typing import Any


def state(*prompts: dict[str, Any], away: bool = True, **settings: bool) -> dict[str, Any]:
    return {
        "prompts": list(prompts),
        "do_not_disturb": None,
        "away": "the screen is locked" if away else None,
        "settings": {"notifications": True, "sound": False} | settings,
    }


def question(number: int = 7, title: str = "Deploy?", **other: Any) -> dict[str, Any]:
    told = {"number": number, "kind": "confirm", "title": title, "asker": "claude"}
    return told | {"state": "shown", "seconds_left": 90.0} | other


def missed(number: int = 7) -> dict[str, Any]:
    return question(number) | {"seen": False, "shown_for": 0.0}


FILM = """
import sys
import gi
gi.require_version("Gtk", "3.0")
from gi.repository import GLib
GLib.set_prgname(sys.argv[1])
from gi.repository import Gtk
window = Gtk.Window(title="Film")
window.fullscreen()
window.show_all()
Gtk.main()
"""
"""A program with a window that fills the screen; its name is an argument."""
