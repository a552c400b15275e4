"""A double of GNOME Shell on the session bus, which says what a test wants."""

import contextlib
import threading
from collections.abc import Mapping
from typing import Any

from jeepney import DBusAddress, HeaderFields, Message, MessageType, new_error, new_method_return
from jeepney import new_signal as signal
from jeepney.bus_messages import message_bus
from jeepney.io.threading import DBusConnection, ReceiveStopped, open_dbus_connection

from support.logind import PROPERTIES

_MUTTER = "org.gnome.Mutter"
IDLE = f"{_MUTTER}.IdleMonitor"
DISPLAYS = f"{_MUTTER}.DisplayConfig"
CURTAIN = "org.gnome.ScreenSaver"
_DISPLAYS_PATH, _CURTAIN_PATH = "/org/gnome/Mutter/DisplayConfig", "/org/gnome/ScreenSaver"

Answer = tuple[str, tuple[Any, ...]]
"""A reply's signature and body."""


class GnomeShell:
    """Answers calls on a thread of its own. Use it as a context manager; the bus must run."""

    def __init__(self, address: str, *, owns: bool = True) -> None:
        """`address`: the bus's address. `owns`: whether it takes the names that GNOME Shell has on
        the bus; if not, it is like any program there."""
        self.answers: dict[str, Answer] = {
            "GetIdletime": ("t", (5_000,)),
            "Get": ("v", (("i", 0),)),
            "GetActive": ("b", (False,)),
        }
        """Replies by method; all other methods are unknown."""
        self.silent = False
        """Receives calls and does not reply."""
        self._connection = open_dbus_connection(bus=address)
        if owns:
            for name in (IDLE, DISPLAYS, CURTAIN):
                self._connection.send(message_bus.RequestName(name))
        self._thread = threading.Thread(target=self._serve, args=(self._connection,))

    def __enter__(self) -> "GnomeShell":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._connection.interrupt()
        self._thread.join(10)
        self._connection.close()

    # What happens to the person's screens

    def powers(self, mode: int) -> None:
        """Changes the power of the screens. `mode`: 0 is on, anything higher is dark."""
        self.changes({"PowerSaveMode": ("i", mode)})

    def changes(self, values: Mapping[str, tuple[str, Any]]) -> None:
        """Announces changed properties of the screens."""
        body: tuple[Any, ...] = DISPLAYS, dict(values), []
        self.tell(_DISPLAYS_PATH, PROPERTIES, "PropertiesChanged", ("sa{sv}as", body))

    def draws_curtain(self, *, drawn: bool) -> None:
        self.tell(_CURTAIN_PATH, CURTAIN, "ActiveChanged", ("b", (drawn,)))

    def tell(self, path: str, interface: str, name: str, told: Answer) -> None:
        self._connection.send(signal(DBusAddress(path, None, interface), name, *told))

    def _serve(self, connection: DBusConnection) -> None:
        with contextlib.suppress(ReceiveStopped, ConnectionError, EOFError):
            while True:
                message = connection.receive()
                if message.header.message_type is MessageType.method_call and not self.silent:
                    connection.send(self._answer(message))

    def _answer(self, asked: Message) -> Message:
        answer = self.answers.get(asked.header.fields[HeaderFields.member])
        if answer is None:
            return new_error(asked, "org.freedesktop.DBus.Error.UnknownMethod")
        return new_method_return(asked, *answer)
