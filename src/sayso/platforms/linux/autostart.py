"""Start at login, by units of the person's systemd and an entry in the desktop's autostart list.

systemd holds the socket from the start, and starts the daemon with the graphical session or when a
program connects. The entry is for desktops that do not tell systemd of their session, and for
systems without systemd.
"""

import sys

assert sys.platform == "linux"

import os
from collections.abc import Mapping
from contextlib import suppress

from sayso.errors import SaysoError, ServiceError
from sayso.platforms.contract.autostart import AutostartStatus, LoginChange
from sayso.platforms.linux import endpoint, units
from sayso.platforms.linux.login_files import LoginFiles, Started, check

_DAEMON = Started(
    by="autostart",
    files=(units.SERVICE, units.SOCKET, units.ENTRY),
    wanted_by={units.SERVICE: "graphical-session.target", units.SOCKET: "sockets.target"},
)


def enable(environ: Mapping[str, str]) -> None:
    check(environ, _DAEMON.by)
    LoginFiles(_DAEMON, environ).put()


def disable(environ: Mapping[str, str]) -> None:
    files = LoginFiles(_DAEMON, environ)
    files.remove()
    _stop_listening(files, environ)


def plan(environ: Mapping[str, str], *, wanted: bool) -> tuple[LoginChange, ...]:
    if wanted:
        check(environ, _DAEMON.by)
    return LoginFiles(_DAEMON, environ).plan(wanted=wanted)


def status(environ: Mapping[str, str]) -> AutostartStatus:
    return LoginFiles(_DAEMON, environ).status()


def _stop_listening(files: LoginFiles, environ: Mapping[str, str]) -> None:
    """Has the service manager stop listening; a daemon that runs keeps the socket. Removes a socket
    that nobody listens at any more."""
    if files.manager is None:
        return
    with suppress(ServiceError):  # systemd did not listen
        files.stop(units.SOCKET)
    path = endpoint.socket_path(environ)
    with suppress(SaysoError):  # a daemon runs, or the path is not ours
        if os.path.lexists(path):
            endpoint.listen(path, 1).close()
