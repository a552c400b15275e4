"""What a daemon tells of questions that come while nobody is there, and a film that is on."""

import contextlib
from collections.abc import Iterator
from typing import Any

from support.processes import wait_until
from support.world import World


def state(*prompts: dict[str, Any], away: bool = True, **settings: bool) -> dict[str, Any]:
    return {
        "prompts": list(prompts),
        "suggested": [],
        "do_not_disturb": None,
        "away": "the screen is locked" if away else None,
        "settings": {"notifications": True, "sound": False, "quiet_period": 600} | settings,
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
"""Its name is an argument."""


@contextlib.contextmanager
def film(world: World, name: str = "player") -> Iterator[None]:
    """The window of a program of this name fills the screen, and has the keyboard."""
    process = world.spawn(["/usr/bin/python3", "-c", FILM, name])
    try:
        wait_until(lambda: _has_the_keyboard(world), "the film has the keyboard")
        yield
    finally:
        process.kill()
        # until the window manager knows, too: it may name the window that was
        wait_until(lambda: not _has_the_keyboard(world), "the end of the film")


def _has_the_keyboard(world: World) -> bool:
    active = world.dialogs.active_window()
    return any(each.handle == active and each.title == "Film" for each in world.dialogs.windows())
