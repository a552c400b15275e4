"""A message bus, over which the probe of a compositor calls it."""

import threading
from collections.abc import Callable, Mapping
from typing import Any

from jeepney import DBusAddress, MatchRule, MessageType, new_method_call, new_method_return
from jeepney.io.blocking import DBusConnection, open_dbus_connection

_BUS = DBusAddress("/org/freedesktop/DBus", "org.freedesktop.DBus", "org.freedesktop.DBus")


class Bus:
    """A connection to the session's bus. Threads take turns: one call at a time."""

    def __init__(self, environ: Mapping[str, str]) -> None:
        self._connection: DBusConnection = open_dbus_connection(
            environ["DBUS_SESSION_BUS_ADDRESS"], enable_fds=True
        )
        self._lock = threading.RLock()

    def close(self) -> None:
        self._connection.close()

    def has(self, name: str) -> bool:
        return bool(self.call(_BUS, "NameHasOwner", "s", name))

    @property
    def name(self) -> str:
        """The unique name of this connection."""
        return str(self._connection.unique_name)

    def call(self, address: DBusAddress, method: str, shape: str = "", *body: Any) -> Any:
        message = new_method_call(address, method, shape, body)
        with self._lock:
            reply = self._connection.send_and_get_reply(message, timeout=20)
        assert reply.header.message_type is not MessageType.error, (method, reply.body)
        return reply.body[0] if len(reply.body) == 1 else reply.body

    def told(self, member: str, begin: Callable[[], None]) -> Any:
        """The argument of the call that a script, started by `begin`, makes to the method `member`
        of this connection. Waits for it at most 20 seconds."""
        rule = MatchRule(type="method_call", member=member)
        with self._lock, self._connection.filter(rule) as calls:
            begin()
            call = self._connection.recv_until_filtered(calls, timeout=20)
            self._connection.send(new_method_return(call))
        (said,) = call.body
        return said
