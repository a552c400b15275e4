"""Messages of a daemon about questions that come while nobody is there, and a full-screen film."""

import contextlib
from collections.abc import Iterator
from typing import Any

from probes.probe import NotHere
from sayso.core.overview import Overview, PromptOverview, TimedOutPrompt
from sayso.core.settings import Settings
from sayso.values import replace
from sayso.wire import overview as wire
from support.processes import wait_until
from support.world import World


def overview(*prompts: PromptOverview, away: bool = True, **settings: bool) -> dict[str, Any]:
    """An overview of these prompts, as the daemon sends it to the tray."""
    return wire.write(
        Overview(
            prompts=prompts,
            away="the screen is locked" if away else None,
            settings=replace(Settings(notifications=True, sound=False), **settings),
        )
    )


def question(
    number: int = 7, title: str = "Deploy?", asker: str = "claude", state: str = "shown"
) -> PromptOverview:
    return PromptOverview(number, "confirm", title, asker, state, 90.0)


def missed(number: int = 7) -> dict[str, Any]:
    return wire.write_timed_out(TimedOutPrompt(question(number), touched=False, shown_for=0.0))


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
"""A program that shows a full-screen window. Its argument is the program's name."""


@contextlib.contextmanager
def film(world: World, name: str = "player") -> Iterator[None]:
    """A film is on: a window of a program of this name fills the screen and has keyboard focus."""
    if world.is_windows:
        raise NotHere("there a question comes up above what fills the screen")
    if world.is_mac:
        raise NotHere("the window server tells of what is out of sight; there is none")
    process = world.spawn(["/usr/bin/python3", "-c", FILM, name])
    try:
        wait_until(lambda: _has_the_keyboard(world), "the film has the keyboard")
        yield
    finally:
        process.kill()
        # the window manager may still name the closed window as the active one
        wait_until(lambda: not _has_the_keyboard(world), "the end of the film")


def _has_the_keyboard(world: World) -> bool:
    active = world.dialogs.active_window()
    return any(each.handle == active and each.title == "Film" for each in world.dialogs.windows())
