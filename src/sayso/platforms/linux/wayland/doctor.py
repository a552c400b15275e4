"""Which compositor a Wayland session has, and what the compositor offers for a dialog."""

import sys

assert sys.platform == "linux"

import os
from collections.abc import Callable, Collection
from contextlib import closing, suppress
from pathlib import Path

from sayso.core.text import visible_line
from sayso.errors import Unsupported
from sayso.platforms.contract.doctor import Finding, Health
from sayso.platforms.contract.presence import Lost
from sayso.platforms.linux import presence
from sayso.platforms.linux.wayland import layer_shell
from sayso.platforms.linux.wayland.connection import Connection

_NAME = "compositor"
_LAYERS = "zwlr_layer_shell_v1"
_LOCK = "lock screen"
_LOCK_REMEDY = "have what locks your screen call logind's SetLockedHint, before and after"
_TELLING = {
    "org.gnome.Shell.ScreenShield": "GNOME Shell",
    "org.kde.screensaver": "Plasma",
}
"""Lockers that set logind's LockedHint, each by the name that it owns on the session bus for as
long as it is there to lock."""
_WITHIN = 2.0
"""Seconds for logind to answer."""
_REMEDY = "look whether WAYLAND_DISPLAY names a compositor that runs"


def compositor(screen: str) -> Finding:
    """`screen`: as WAYLAND_DISPLAY names it."""
    try:
        with closing(Connection(os.environ | {"WAYLAND_DISPLAY": screen})) as connection:
            name, has_layers = _program(connection.pid), bool(connection.named(_LAYERS))
    except OSError as error:
        return Finding(_NAME, Health.DOUBTFUL, f"it does not answer: {error}", _REMEDY)
    if not has_layers:
        words = f"{name}, without layer-shell: a dialog comes up as a window of its own"
        return Finding(_NAME, Health.WORKS, words)
    if not layer_shell.is_installed:
        words = f"{name}, with layer-shell; the library that sayso needs for it is missing"
        return Finding(_NAME, Health.DOUBTFUL, words, layer_shell.INSTALL)
    words = f"{name}, with layer-shell: a dialog comes up above all windows"
    return Finding(_NAME, Health.WORKS, words)


def lock_screen(names: Callable[[], Collection[str]]) -> Finding:
    """Whether sayso learns of a lock. A compositor tells its clients of none, but logind does,
    where the locker has told logind.

    `names`: returns all names on the session bus; may raise Unsupported.
    """
    try:
        state = presence.session_now(_WITHIN)
        unknown = state.unknown or ("" if state.session else "logind has no session with a screen")
    except Lost as error:
        unknown = str(error)
    if unknown:
        words = f"sayso hears of no lock, so a question may come up behind one: {unknown}"
        return Finding(_LOCK, Health.DOUBTFUL, words)
    try:
        there = names()
    except Unsupported as error:
        words = f"whether your locker tells logind is not known: {error.message}"
        return Finding(_LOCK, Health.DOUBTFUL, words, _LOCK_REMEDY)
    for name, locker in _TELLING.items():
        if name in there:
            return Finding(_LOCK, Health.WORKS, f"{locker} locks it, and tells logind")
    words = "no locker is there that is known to tell logind; many, swaylock among them, do not"
    return Finding(_LOCK, Health.DOUBTFUL, words, _LOCK_REMEDY)


def _program(pid: int) -> str:
    """The kernel's name for the process; its number where it has ended."""
    with suppress(OSError):
        return visible_line(Path(f"/proc/{pid}/comm").read_text(errors="replace").rstrip("\n"))
    return f"process {pid}"
