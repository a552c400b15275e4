"""Notifications by the desktop's own server (freedesktop.org, Desktop Notifications).

They go over D-Bus by Gio, which GTK has loaded anyway. libnotify waits for the server's reply to
each call, and a server that hangs would block the tray's menu. The connection is our own, so that
closing it affects nobody else, and lasts as long as something is shown.
"""

import sys

assert sys.platform == "linux"

import os
import re
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from gi.repository import Gio, GLib

from sayso.platforms.contract.notifications import NotificationDelegate
from sayso.platforms.linux import bus_names, session_bus
from sayso.presentation import mark_pictures
from sayso.presentation.notifications import Notification

_NAME = _INTERFACE = bus_names.NOTIFICATIONS
_PATH = "/org/freedesktop/Notifications"
_BUS = "org.freedesktop.DBus"

_PATIENCE = 10_000
"""Milliseconds, for a server to start and to answer."""

_PROGRAM = "sayso"
_ICON = GLib.filename_to_uri(mark_pictures.path(64))
_CLICK = "default"
"""The action that stands for a click on the notification itself."""
_SERVERS_TIME, _FOR_EVER = -1, 0
_LOW, _NORMAL = 0, 1
"""Urgency: servers put a low one into their list, but show no bubble."""

_WOULD_BE_LINK = re.compile(r"(?=//)|(?<=\w)(?=\.\w)")
"""Places to break up what looks like an address: some servers would make it a link, and a click
would follow the asker's words."""
_JOINER = "\u2060"
"""U+2060, word joiner: it draws nothing, and allows no line break."""


def notifier(reader: NotificationDelegate) -> "Notifier":
    return Notifier(reader)


def are_shown(told: Callable[[bool], None]) -> None:
    bus_names.has(bus_names.NOTIFICATIONS, (bus_names.NOW, bus_names.AT_NEED), told)


class _Slot:
    """The notification of one key."""

    def __init__(self) -> None:
        self.wanted: Notification | None = None
        self.sent: Notification | None = None
        self.number = 0
        """The server's number for it; 0: none yet."""
        self.calling = False


class Notifier:
    """Shows notifications. Each step waits for the reply to the one before: connect, ask for the
    server's capabilities, show."""

    def __init__(self, reader: NotificationDelegate) -> None:
        self._reader = reader
        self._slots: dict[str, _Slot] = {}
        self._bus: Any = None
        self._connecting = False
        self._able: frozenset[str] | None = None
        """The server's capabilities; None: they were not asked for, or have not come."""
        self._asking = False

    def show(self, key: str, bubble: Notification) -> None:
        self._slots.setdefault(key, _Slot()).wanted = bubble
        self._go_on()

    def withdraw(self, key: str) -> None:
        if key in self._slots:
            self._slots[key].wanted = None
            self._go_on()

    def close(self) -> None:
        """Reports nothing from now on; what is shown stays."""
        self._slots.clear()
        self._hang_up()

    def _go_on(self) -> None:
        for key, slot in list(self._slots.items()):
            if slot.wanted is None and not slot.calling:
                if slot.number:
                    self._send("CloseNotification", GLib.Variant("(u)", (slot.number,)))
                del self._slots[key]
        if not self._slots:
            self._hang_up()
        elif self._bus is None:
            self._connect()
        elif self._able is None:
            self._ask()
        else:
            for key, slot in self._slots.items():
                if not slot.calling and slot.wanted is not slot.sent:
                    self._notify(key, slot, self._able)

    # -- the bus

    def _connect(self) -> None:
        if self._connecting:
            return
        self._connecting = True
        flags = Gio.DBusConnectionFlags
        Gio.DBusConnection.new_for_address(
            session_bus.address(os.environ),
            flags.AUTHENTICATION_CLIENT | flags.MESSAGE_BUS_CONNECTION,
            None, None, self._connected,
        )  # fmt: skip

    def _connected(self, _source: Any, result: Any) -> None:
        self._connecting = False
        try:
            bus = Gio.DBusConnection.new_for_address_finish(result)
        except GLib.Error as error:
            self._fail(f"the session bus can't be reached: {error.message}")
            return
        self._bus = bus
        bus.connect("closed", self._on_bus_closed)
        for signal, heard in (
            ("ActionInvoked", self._on_action),
            ("NotificationClosed", self._on_closed),
        ):
            bus.signal_subscribe(
                _NAME, _INTERFACE, signal, _PATH, None, Gio.DBusSignalFlags.NONE, heard
            )
        bus.signal_subscribe(
            _BUS, _BUS, "NameOwnerChanged", None, _NAME, Gio.DBusSignalFlags.NONE, self._on_owner
        )
        self._go_on()

    def _hang_up(self) -> None:
        bus, self._bus, self._able, self._asking = self._bus, None, None, False
        if bus:
            with suppress(GLib.Error):  # the bus has gone
                bus.flush_sync(None)  # waits for the bus's socket to take it, never for the server
            bus.close(None, None)

    def _on_bus_closed(self, bus: Any, *_: object) -> None:
        if bus is self._bus:
            self._fail("the session bus has gone")

    def _on_owner(self, bus: Any, *about: Any) -> None:
        """A new server does not know what the old one showed, nor the old one's numbers."""
        _name, before, _after = about[-1].unpack()
        if bus is not self._bus or not before:
            return
        self._able, self._asking = None, False
        gone = [key for key, slot in self._slots.items() if slot.number]
        for key in gone:
            del self._slots[key]
        for key in gone:
            self._reader.closed(key)
        self._go_on()

    # -- the server

    def _ask(self) -> None:
        if not self._asking:
            self._asking = True
            self._call("GetCapabilities", None, "(as)", self._on_able)

    def _on_able(self, able: Any) -> None:
        self._asking = False
        self._able = frozenset(able)
        self._go_on()

    def _notify(self, key: str, slot: _Slot, able: frozenset[str]) -> None:
        assert slot.wanted is not None
        bubble = slot.sent = slot.wanted
        slot.calling = True

        def shown(number: int) -> None:
            slot.calling, slot.number = False, number
            if self._slots.get(key) is slot:
                self._go_on()

        self._call("Notify", _parameters(bubble, slot.number, able), "(u)", shown)

    def _call(self, method: str, parameters: Any, reply: str, then: Any) -> None:
        bus = self._bus

        def answered(_bus: Any, result: Any) -> None:
            try:
                (value,) = bus.call_finish(result).unpack()
            except GLib.Error as error:
                if bus is self._bus:
                    self._fail(f"the notification server: {error.message}")
                return
            if bus is self._bus:
                then(value)

        bus.call(
            _NAME, _PATH, _INTERFACE, method, parameters, GLib.VariantType(reply),
            Gio.DBusCallFlags.NONE, _PATIENCE, None, answered,
        )  # fmt: skip

    def _send(self, method: str, parameters: Any) -> None:
        """Calls a method whose reply nobody needs."""
        self._bus.call(
            _NAME, _PATH, _INTERFACE, method, parameters, None,
            Gio.DBusCallFlags.NO_AUTO_START, _PATIENCE, None, None,
        )  # fmt: skip

    def _on_action(self, bus: Any, *about: Any) -> None:
        number, action = about[-1].unpack()
        key = self._key(bus, number)
        if key is not None and action == _CLICK:
            self._reader.clicked(key)

    def _on_closed(self, bus: Any, *about: Any) -> None:
        number, _reason = about[-1].unpack()
        key = self._key(bus, number)
        if key is None:
            return
        if self._slots[key].calling:  # its replacement is on its way, and is shown as a new one
            self._slots[key].number = 0
            return
        del self._slots[key]
        self._reader.closed(key)
        self._go_on()

    def _key(self, bus: Any, number: int) -> str | None:
        """The key of the notification with this number; None: it is not ours. Servers send their
        signals to everybody, about every program's notifications."""
        if bus is not self._bus or not number:
            return None
        return next((key for key, slot in self._slots.items() if slot.number == number), None)

    def _fail(self, words: str) -> None:
        """Reports why there are no notifications, and each of ours as closed: those on the screen
        are out of our control."""
        keys = list(self._slots)
        self._slots.clear()
        self._hang_up()
        self._reader.failed(words)
        for key in keys:
            self._reader.closed(key)


def _parameters(bubble: Notification, replaces: int, able: frozenset[str]) -> Any:
    # Escaped whatever the server's capabilities are: a server without markup has to filter it
    # out, and dunst draws markup even where its settings do not offer it
    body = GLib.markup_escape_text(_WOULD_BE_LINK.sub(_JOINER, bubble.body), -1)
    actions = [_CLICK, bubble.label] if "actions" in able else []
    hints = {
        "urgency": GLib.Variant("y", _NORMAL if bubble.news else _LOW),
        "suppress-sound": GLib.Variant("b", True),  # sound is a setting of its own
    }
    time = _FOR_EVER if bubble.lasting else _SERVERS_TIME
    summary = _WOULD_BE_LINK.sub(_JOINER, bubble.summary)
    return GLib.Variant(
        "(susssasa{sv}i)", (_PROGRAM, replaces, _ICON, summary, body, actions, hints, time)
    )
