"""A private message bus, with a double of logind on it whose sessions the test plays, or the real
logind."""

import contextlib
import os
import shutil
import subprocess
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from jeepney import (
    DBusAddress,
    HeaderFields,
    Message,
    MessageType,
    new_error,
    new_method_return,
    new_signal,
)
from jeepney.bus_messages import message_bus
from jeepney.io.threading import DBusConnection, ReceiveStopped, open_dbus_connection

from support.processes import wait_until
from support.services import BUS, BUS_CONFIGURATION

NAME = "org.freedesktop.login1"
ROOT = "/org/freedesktop/login1"
PROPERTIES = "org.freedesktop.DBus.Properties"

DAEMON = Path("/lib/systemd/systemd-logind")

PRIVATE = """\
mount -t tmpfs none /run && mkdir -p /run/systemd && cd /run/systemd &&
mkdir sessions users seats &&
printf '%sLEADER=%s\\n' "$1" $$ >sessions/c1 && printf '%s' "$2" >users/"$3" && exec "$0"
"""
"""Runs logind with a private /run that says a session exists already: logind takes over sessions
that it finds there."""


class Bus:
    """A message bus. Use it as a context manager. `address` can be used before the bus runs."""

    def __init__(self, directory: Path, name: str = "system-bus") -> None:
        self.socket = directory / name
        self.address = f"unix:path={self.socket}"
        self._configuration = directory / f"{name}.conf"
        self._process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> "Bus":
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.end()

    def start(self) -> None:
        self._configuration.write_text(BUS_CONFIGURATION.format(socket=self.socket))
        program = shutil.which(BUS)
        assert program, f"{BUS} is not installed; packaging/test.sh installs it"
        command = [program, "--nofork", f"--config-file={self._configuration}", "--print-address"]
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, cwd="/")
        assert self._process.stdout
        with self._process.stdout as said:
            assert said.readline()

    def end(self) -> None:
        """Ends the bus and removes its socket."""
        if self._process:
            self._process.terminate()
            self._process.wait(10)
            self._process = None
            # the bus leaves its socket if it has only just started
            self.socket.unlink(missing_ok=True)


def session(**changed: object) -> dict[str, tuple[str, Any]]:
    """The properties of a session on a screen, as logind reports them. `changed`: other values
    (`LockedHint=True`)."""
    types = {bool: "b", str: "s", int: "u"}
    usual: dict[str, object] = {
        "Type": "x11", "Class": "user", "State": "active", "Active": True, "LockedHint": False,
        "Display": "",
    }  # fmt: skip
    return {name: (types[type(value)], value) for name, value in {**usual, **changed}.items()}


class Logind:
    """Answers calls on a thread of its own. Use it as a context manager; the bus must run."""

    def __init__(self, bus: Bus) -> None:
        self.sessions: dict[str, dict[str, tuple[str, Any]]] = {}
        """This user's sessions: properties by id."""
        self.display = ""
        """The id of the session that has the display."""
        self.silent = False
        """Receives calls and does not reply."""
        self.nonsense: tuple[str, Any] | None = None
        """A signature and a body with which it replies to all calls; None: it replies properly."""
        self.asked = 0
        self._bus = bus
        self._user = f"{ROOT}/user/_{os.getuid()}"
        self._connection: DBusConnection | None = None
        self._thread: threading.Thread | None = None

    def __enter__(self) -> "Logind":
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.end()

    def start(self) -> None:
        connection = open_dbus_connection(bus=self._bus.address)
        connection.send(message_bus.RequestName(NAME))
        self._connection = connection
        self._thread = threading.Thread(target=self._serve, args=(connection,))
        self._thread.start()

    def end(self) -> None:
        """Leaves the bus, so that its name is gone."""
        if self._connection and self._thread:
            self._connection.interrupt()
            self._thread.join(10)
            self._connection.close()
            self._connection = None

    # What happens to the person's sessions

    def begins(self, identity: str, **changed: object) -> None:
        """A session begins, and has the display from now on."""
        self.sessions[identity] = session(**changed)
        self.display = identity
        self._signal(ROOT, f"{NAME}.Manager", "SessionNew", "so", (identity, self._path(identity)))
        self._changed(self._user, f"{NAME}.User", Display=("(so)", self._display()))

    def ends(self, identity: str) -> None:
        """A session ends."""
        del self.sessions[identity]
        if self.display == identity:
            self.display = ""
        body = (identity, self._path(identity))
        self._signal(ROOT, f"{NAME}.Manager", "SessionRemoved", "so", body)
        self._changed(self._user, f"{NAME}.User", Display=("(so)", self._display()))

    def turns(self, identity: str, **changed: bool) -> None:
        """Changes a session: `LockedHint=True` locks it; `Active=False` means that another session
        is in front."""
        values: dict[str, tuple[str, Any]] = {n: ("b", v) for n, v in changed.items()}
        self.sessions[identity].update(values)
        self._changed(self._path(identity), f"{NAME}.Session", **values)

    # What logind sends

    def _path(self, identity: str) -> str:
        return f"{ROOT}/session/{identity}" if identity else "/"

    def _display(self) -> tuple[str, str]:
        return self.display, self._path(self.display)

    def _objects(self) -> dict[str, dict[str, tuple[str, Any]]]:
        found = {self._path(identity): told for identity, told in self.sessions.items()}
        listed = [(identity, self._path(identity)) for identity in self.sessions]
        if self.sessions:
            user = {"Display": ("(so)", self._display()), "Sessions": ("a(so)", listed)}
            found[self._user] = user
        return found

    def _changed(self, path: str, interface: str, **values: tuple[str, Any]) -> None:
        self._signal(path, PROPERTIES, "PropertiesChanged", "sa{sv}as", (interface, values, []))

    def _signal(self, path: str, interface: str, name: str, form: str, body: Any) -> None:
        if self._connection:
            self._connection.send(new_signal(DBusAddress(path, None, interface), name, form, body))

    def _serve(self, connection: DBusConnection) -> None:
        with contextlib.suppress(ReceiveStopped, ConnectionError, EOFError):
            while True:
                message = connection.receive()
                if message.header.message_type is MessageType.method_call:
                    self.asked += 1
                    if not self.silent:
                        connection.send(self._answer(message))

    def _answer(self, asked: Message) -> Message:
        if self.nonsense:
            return new_method_return(asked, *self.nonsense)
        told = self._objects().get(asked.header.fields[HeaderFields.path])
        if told is None:
            return new_error(asked, "org.freedesktop.DBus.Error.UnknownObject")
        return new_method_return(asked, "a{sv}", (told,))


class NoRealLogind(Exception):
    """Raised when the system has no logind or does not let a test start it."""


@contextlib.contextmanager
def _service_manager(bus: Bus) -> Iterator[None]:
    """Plays a service manager in which every unit is masked: without any, systemd 257 begins no
    session."""

    def serve() -> None:
        with contextlib.suppress(ReceiveStopped, ConnectionError, EOFError):
            while True:
                message = connection.receive()
                if message.header.message_type is MessageType.method_call:
                    connection.send(new_error(message, "org.freedesktop.systemd1.UnitMasked"))

    with contextlib.closing(open_dbus_connection(bus=bus.address)) as connection:
        connection.send(message_bus.RequestName("org.freedesktop.systemd1"))
        thread = threading.Thread(target=serve)
        thread.start()
        try:
            yield
        finally:
            connection.interrupt()
            thread.join(10)


@contextlib.contextmanager
def real_logind(bus: Bus) -> Iterator[None]:
    """Runs the system's own logind, with one session on a screen, "c1". Raises NoRealLogind."""
    if not DAEMON.exists():
        raise NoRealLogind(f"{DAEMON} is not installed")
    user = os.getuid()
    kept = f"UID={user}\nACTIVE=1\nSTATE=active\nTYPE=x11\nCLASS=user\nSCOPE=session-c1.scope\n"
    of_user = f"NAME={user}\nSTATE=active\nDISPLAY=c1\nSESSIONS=c1\n"
    apart = ["unshare", "--mount", *([] if user == 0 else ["--map-root-user"])]
    with _service_manager(bus):
        process = subprocess.Popen(
            [*apart, "sh", "-c", PRIVATE, str(DAEMON), kept, of_user, str(user)],
            env={"PATH": "/usr/bin:/bin:/usr/sbin:/sbin", "DBUS_SYSTEM_BUS_ADDRESS": bus.address},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
        )
        try:
            with contextlib.closing(open_dbus_connection(bus=bus.address)) as connection:
                wait_until(lambda: process.poll() is not None or _is_up(connection), "logind")
            if process.poll() is not None:
                assert process.stderr
                raise NoRealLogind(process.stderr.read().decode())
            yield
        finally:
            process.kill()
            process.wait(10)
            if process.stderr:
                process.stderr.close()


def _is_up(connection: DBusConnection) -> bool:
    asked = message_bus.NameHasOwner(NAME)
    connection.send(asked, serial=(serial := next(connection.outgoing_serial)))
    while (reply := connection.receive(timeout=10)).header.fields.get(
        HeaderFields.reply_serial
    ) != serial:
        pass
    return bool(reply.body[0])
