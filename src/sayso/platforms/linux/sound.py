"""A themed sound, played by libcanberra (GSound) in a process of its own.

libcanberra waits for the sound server: one that hangs would block its caller for half a minute, and
the libraries would stay loaded. The process lives as long as the sound does. A notification could
name a sound as well, but a question comes with a dialog and no notification.
"""

import sys

assert sys.platform == "linux"

import os
from collections.abc import Callable
from typing import Any, NoReturn

from sayso import launcher
from sayso.platforms.contract.children import Ended
from sayso.platforms.linux import children

_PATIENCE = 10.0
"""Seconds for a sound to end."""

_COMMAND = launcher.command("chime")

_NAMES = ("dialog-question", "window-question", "message")
"""Names of the Sound Naming Specification of freedesktop.org. The first that the theme has is
played."""

_THEME = "freedesktop"

_running: list[tuple[str, ...]] = []
"""The command that plays, at most one: a second sound at the same time would add nothing."""


def play(failed: Callable[[str], None]) -> None:
    """Plays the sound for a new question; returns at once. `failed` is called with the reason if
    nothing is heard."""
    if _running:
        return

    def over(ended: Ended) -> None:
        _running.clear()
        if not ended.succeeded:
            words = ended.output.decode(errors="replace").strip()
            failed(words or f"no sound can be played: {ended.complaint}")

    _running.append(_COMMAND)
    children.run([*_COMMAND, _theme()], over, _PATIENCE)


def _theme() -> str:
    """The sound theme that the person has set, as GTK reads it."""
    from gi.repository import Gtk

    settings = Gtk.Settings.get_default()
    name = settings.get_property("gtk-sound-theme-name") if settings else None
    return name or _THEME


def chime(theme: str) -> NoReturn:
    """Plays the sound to its end. Where that fails, the exit status is 1, and standard output has
    one line."""
    failure = _chime(theme)
    if failure:
        print(f"no sound can be played: {failure}", flush=True)
    # without cleaning up: libpulse aborts where its own thread is the last to release it
    os._exit(1 if failure else 0)


def _chime(theme: str) -> str:
    """Plays the sound. Returns why it failed; empty: it did not."""
    try:
        import gi

        gi.require_version("GSound", "1.0")
        from gi.repository import GLib, GSound
    except (ImportError, ValueError) as error:
        return f"{error}; install gir1.2-gsound-1.0"
    try:
        context = GSound.Context.new(None)
        if not any(_plays(context, name, theme) for name in _NAMES):
            return f"the theme {theme!r} has none; install sound-theme-freedesktop"
    except GLib.Error as error:
        return f"{error.message}"
    return ""


def _plays(context: Any, name: str, theme: str) -> bool:
    """Plays the sound to its end; False: the theme has none of this name. Raises GLib.Error."""
    from gi.repository import GLib, GSound

    attributes = {
        GSound.ATTR_EVENT_ID: name,
        GSound.ATTR_EVENT_DESCRIPTION: "A question",
        GSound.ATTR_APPLICATION_NAME: "sayso",
        GSound.ATTR_CANBERRA_XDG_THEME_NAME: theme,
    }
    main = GLib.MainLoop()
    results: list[Any] = []

    def over(_context: Any, result: Any) -> None:
        results.append(result)
        main.quit()

    try:
        context.play_full(attributes, None, over)
        main.run()
        context.play_full_finish(results[0])
    except GLib.Error as error:
        if error.matches(GSound.error_quark(), GSound.Error.NOTFOUND):
            return False
        raise
    return True
