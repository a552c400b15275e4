"""The session bus: where it is, or would be, so that no process of ours ever starts one.

Where the environment names no bus and none is in its standard place, libdbus and GLib run
`dbus-launch --autolaunch`. That starts a bus that nobody else uses, and that outlives us. If a bus
is named but not there, libdbus and GLib fail instead, and find the bus once it is there.
"""

import sys

assert sys.platform == "linux"

import os
import stat
from collections.abc import Mapping, MutableMapping

from sayso.platforms.contract.presence import Lost
from sayso.platforms.linux import endpoint

VARIABLE = "DBUS_SESSION_BUS_ADDRESS"

_STARTS_ONE = "autolaunch:"
"""The transport for which libraries run dbus-launch (D-Bus Specification, Transports)."""

_UNESCAPED = b"-_/.\\*"
"""Characters that need no escape in an address, beside ASCII letters and digits (D-Bus
Specification, Server Addresses)."""


def address(environ: Mapping[str, str]) -> str:
    """The address that the environment names; else the place where systemd puts the bus."""
    named = environ.get(VARIABLE, "").split(";")
    known = [each for each in named if each and not each.startswith(_STARTS_ONE)]
    return ";".join(known) or _standard(environ)


def settle(environ: MutableMapping[str, str]) -> None:
    """Names the bus in this environment, for libraries in this process and its children."""
    environ[VARIABLE] = address(environ)


def is_there(environ: Mapping[str, str]) -> bool:
    """Whether the bus is there, as far as can be told without asking it."""
    from sayso.platforms.linux.bus import path_of  # slow to load, and rarely needed

    try:
        path = path_of(address(environ))
        return path is None or stat.S_ISSOCK(os.stat(path).st_mode)
    except (Lost, OSError):
        return False


def _standard(environ: Mapping[str, str]) -> str:
    runtime = endpoint.runtime_directory(environ) or f"/run/user/{os.geteuid()}"
    path = os.fsencode(os.path.join(runtime, "bus"))
    return "unix:path=" + "".join(map(_escaped, path))


def _escaped(byte: int) -> str:
    plain = bytes((byte,)).isalnum() or byte in _UNESCAPED
    return chr(byte) if plain else f"%{byte:02x}"
