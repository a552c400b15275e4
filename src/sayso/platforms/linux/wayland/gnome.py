"""What GNOME Shell tells on the session bus alone: how long the person has touched no key and no
pointer, and whether its screens are dark or behind its curtain.

By org.gnome.Mutter.IdleMonitor, org.gnome.Mutter.DisplayConfig and org.gnome.ScreenSaver. It is
asked where no protocol of Wayland tells, and answers within a moment or counts as not there.
"""

import sys

assert sys.platform == "linux"

import os
from collections.abc import Callable
from typing import Any

from gi.repository import Gio, GLib

from sayso.platforms.linux import session_bus

_WITHIN = 300
"""Milliseconds for an answer: a shell that hangs shows no question either."""

_MUTTER = "org.gnome.Mutter"
_IDLE, _IDLE_PATH = f"{_MUTTER}.IdleMonitor", "/org/gnome/Mutter/IdleMonitor/Core"
_DISPLAYS, _DISPLAYS_PATH = f"{_MUTTER}.DisplayConfig", "/org/gnome/Mutter/DisplayConfig"
_CURTAIN, _CURTAIN_PATH = "org.gnome.ScreenSaver", "/org/gnome/ScreenSaver"
_PROPERTIES = "org.freedesktop.DBus.Properties"
_POWER = "PowerSaveMode"
_ON = 0
"""And -1: it is not known. More than that is dark."""


def idle() -> float | None:
    """Seconds since the last input; None: GNOME Shell is not there, or does not answer."""
    told = _ask("(t)", _IDLE, _IDLE_PATH, _IDLE, "GetIdletime")
    return None if told is None else float(told[0]) / 1_000


class Screens:
    """Whether a person can see anything on them, from now on."""

    def __init__(self, changed: Callable[[], None]) -> None:
        """`changed` is called in the main loop. Where nobody tells, they are seen."""
        self._changed = changed
        self._bus = _bus()
        """GLib closes it once nobody has it any more."""
        changed_to = "PropertiesChanged", "(sa{sv}as)", self._on_properties
        self._listen(_DISPLAYS, _PROPERTIES, *changed_to)
        self._listen(_CURTAIN, _CURTAIN, "ActiveChanged", "(b)", self._on_curtain)
        # asked once changes are told: none comes in between
        power = _ask("(v)", _DISPLAYS, _DISPLAYS_PATH, _PROPERTIES, "Get", _DISPLAYS, _POWER)
        curtain = _ask("(b)", _CURTAIN, _CURTAIN_PATH, _CURTAIN, "GetActive")
        self._is_dark = power is not None and _is_dark(power[0])
        self._is_curtained = bool(curtain and curtain[0])

    @property
    def are_hidden(self) -> bool:
        return self._is_dark or self._is_curtained

    def _listen(
        self, sender: str, interface: str, signal: str, shape: str, heard: Callable[..., None]
    ) -> None:
        """A signal of another shape is not heard."""
        if self._bus is None:
            return

        def on_signal(*told: Any) -> None:
            if told[-1].is_of_type(GLib.VariantType(shape)):
                heard(*told[-1].unpack())

        flags = Gio.DBusSignalFlags.NONE
        self._bus.signal_subscribe(sender, interface, signal, None, None, flags, on_signal)

    def _on_properties(self, _interface: str, changed: dict[str, object], _gone: list[str]) -> None:
        if _POWER in changed:
            self._is_dark = _is_dark(changed[_POWER])
            self._changed()

    def _on_curtain(self, drawn: bool) -> None:
        self._is_curtained = drawn
        self._changed()


def _is_dark(mode: object) -> bool:
    """Of the screens' power, which has no shape of its own on the bus."""
    return type(mode) is int and mode > _ON


def _ask(shape: str, name: str, path: str, interface: str, method: str, *words: str) -> Any:
    """None: there is no answer of this shape."""
    bus = _bus()
    if bus is None:
        return None
    arguments = GLib.Variant(f"({'s' * len(words)})", words)
    flags = Gio.DBusCallFlags.NO_AUTO_START
    try:
        answer = bus.call_sync(
            name, path, interface, method, arguments, GLib.VariantType(shape), flags, _WITHIN, None
        )
    except GLib.Error:
        return None
    return answer.unpack()


def _bus() -> Any:
    """The session's, one for all of this process; None: there is none. Where none is named, GLib
    would start one."""
    if session_bus.VARIABLE not in os.environ:
        return None
    try:
        return Gio.bus_get_sync(Gio.BusType.SESSION)
    except GLib.Error:
        return None
