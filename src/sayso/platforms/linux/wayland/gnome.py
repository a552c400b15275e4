"""What GNOME Shell tells only on the session bus: how long the person has touched neither keyboard
nor pointer, and whether its screens are dark or behind its lock screen.

The interfaces are org.gnome.Mutter.IdleMonitor, org.gnome.Mutter.DisplayConfig and
org.gnome.ScreenSaver. They are asked where no protocol of Wayland tells. A shell that does not
answer within a moment counts as not there.
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
"""The power mode of screens that are on. -1: the mode is not known. Greater than 0: the screens are
dark."""


def idle() -> float | None:
    """Seconds since the last input; None: GNOME Shell is not there, or does not answer."""
    told = _ask("(t)", _IDLE, _IDLE_PATH, _IDLE, "GetIdletime")
    return None if told is None else float(told[0]) / 1_000


class Screens:
    """Whether a person can see anything on the screens, from now on."""

    def __init__(self, changed: Callable[[], None]) -> None:
        """`changed` is called in the main loop. Where nobody tells, the screens count as
        visible."""
        self._changed = changed
        self._bus = _bus()
        """Kept, as GLib closes the connection once nobody refers to it."""
        changed_to = "PropertiesChanged", "(sa{sv}as)", self._on_properties
        self._listen(_DISPLAYS, _PROPERTIES, *changed_to)
        self._listen(_CURTAIN, _CURTAIN, "ActiveChanged", "(b)", self._on_curtain)
        # asked after subscribing, so that no change is missed
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
        """Subscribes to a signal. A signal with another type of content is ignored."""
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
    """Whether this power mode means dark. The bus does not fix the type of the value."""
    return type(mode) is int and mode > _ON


def _ask(shape: str, name: str, path: str, interface: str, method: str, *words: str) -> Any:
    """Calls a method of GNOME Shell. None: there is no reply, or it has another type than
    `shape`."""
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
    """The session bus, one connection for all of this process; None: there is no bus. Where the
    environment names none, GLib would start one."""
    if session_bus.VARIABLE not in os.environ:
        return None
    try:
        return Gio.bus_get_sync(Gio.BusType.SESSION)
    except GLib.Error:
        return None
