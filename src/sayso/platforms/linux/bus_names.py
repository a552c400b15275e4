"""Which programs are on the session bus, asked without waiting for the reply."""

import sys

assert sys.platform == "linux"

import os
from collections.abc import Callable
from typing import Any

from gi.repository import Gio, GLib

from sayso.platforms.linux import session_bus

WATCHER = "org.kde.StatusNotifierWatcher"
"""The watcher of tray icons: a panel that shows icons has one, or is one."""
NOTIFICATIONS = "org.freedesktop.Notifications"

NOW, AT_NEED = "ListNames", "ListActivatableNames"
"""Methods of the bus: they list the programs that are there, and those that the bus could start."""

_BUS, _PATH = "org.freedesktop.DBus", "/org/freedesktop/DBus"
_PATIENCE = 2_000
"""Milliseconds for the bus to reply."""


def has(name: str, among: tuple[str, ...], told: Callable[[bool], None]) -> None:
    """Calls `told` with whether a program has this name: at once, or later from the main loop.
    False for a bus that does not answer. `among`: NOW, AT_NEED, or both."""
    if not session_bus.is_there(os.environ):
        told(False)
        return

    def connected(_source: Any, result: Any) -> None:
        try:
            bus = Gio.bus_get_finish(result)
        except GLib.Error:
            told(False)
        else:
            _ask(bus, name, among, told)

    Gio.bus_get(Gio.BusType.SESSION, None, connected)


def _ask(bus: Any, name: str, among: tuple[str, ...], told: Callable[[bool], None]) -> None:
    if not among:
        told(False)
        return

    def answered(_bus: Any, result: Any) -> None:
        try:
            (names,) = bus.call_finish(result).unpack()
        except GLib.Error:
            names = []
        if name in names:
            told(True)
        else:
            _ask(bus, name, among[1:], told)

    bus.call(
        _BUS, _PATH, _BUS, among[0], None, GLib.VariantType("(as)"),
        Gio.DBusCallFlags.NONE, _PATIENCE, None, answered,
    )  # fmt: skip
