"""Connects to the daemon, and starts one if none runs.

The person's service manager starts the daemon, if such a manager runs and can do it: then the
daemon ends only with the manager. Otherwise this program starts the daemon, and hears why it can't
begin. Such a daemon has no parent here, a session of its own, `/` as its directory, and not our
standard streams: it outlives the program that started it. If two daemons start at once, one gets
the lock, and both callers reach that one.
"""

from __future__ import annotations

import time
from contextlib import suppress

from sayso.errors import AlreadyRunning, ParseError, ProtocolError, Unreachable, from_wire
from sayso.platforms import select
from sayso.wire.codec import decode

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sayso.platforms.contract.channel import Channel

CONNECT_WITHIN = 5.0
"""Seconds for a daemon to accept a connection."""

START_WITHIN = 20.0
"""Seconds for a daemon to say that it listens: a machine that was just switched on is busy."""

REPLACED_WITHIN = 5.0
"""Seconds to wait for a successor of a daemon that runs outside of this container."""

OUTSIDE = "start sayso outside of this container, where the person sits"

RETRY_EVERY = 0.02
"""Seconds between two attempts to connect to a daemon that is about to listen."""


def connect(
    environ: Mapping[str, str], *, start: bool, within: float = 0.0, path: str | None = None
) -> Channel:
    """A connection to the daemon of this environment; tries for `within` seconds. With `path`, a
    connection to the daemon on another machine that the socket at this path leads to.

    With `start`, a daemon is started if none runs. Raises Unreachable, UntrustedPlace,
    UntrustedPeer, Unsupported, and the error with which the daemon failed to start.
    """
    if path is not None:
        return _connect_elsewhere(path)
    try:
        return _connect(environ, within)
    except Unreachable:
        if select.endpoint().is_elsewhere(environ):
            return _connect_outside(environ, REPLACED_WITHIN if start else 0.0)
        if not start:
            raise
    deadline = time.monotonic() + START_WITHIN
    while True:
        # AlreadyRunning: another program was quicker; or a daemon is just ending, and the next turn
        # of the loop starts a new one.
        with suppress(AlreadyRunning):
            start_daemon(environ)
        try:
            return _connect(environ, within=1.0)
        except Unreachable:
            if time.monotonic() >= deadline:
                raise


def _connect_outside(environ: Mapping[str, str], within: float) -> Channel:
    """A connection from a container to the daemon outside, which may just be replaced. None is
    started in here: it would only take the place of the daemon where the person sits. Raises
    Unreachable and others."""
    try:
        return _connect(environ, within)
    except Unreachable as error:
        raise Unreachable(error.message, remedy=OUTSIDE) from error


def _connect_elsewhere(path: str) -> Channel:
    """A connection by a socket that leads to another machine. A socket where nobody listens was
    left behind by a login: it is removed. Raises Unreachable and others."""
    endpoint = select.endpoint()
    try:
        return endpoint.connect(path, CONNECT_WITHIN)
    except Unreachable:
        endpoint.remove_stale(path)
        raise


def _connect(environ: Mapping[str, str], within: float) -> Channel:
    endpoint = select.endpoint()
    path, owner = endpoint.socket_path(environ), endpoint.owner(environ)
    deadline = time.monotonic() + within
    while True:
        try:
            return endpoint.connect(path, CONNECT_WITHIN, owner)
        except Unreachable:
            if time.monotonic() >= deadline:
                raise
        time.sleep(RETRY_EVERY)


def start_daemon(environ: Mapping[str, str]) -> int:
    """Starts a daemon and waits until it listens; returns its pid.

    Raises AlreadyRunning if another daemon holds the lock, Unreachable, and the error with which
    the daemon failed to start.
    """
    if select.session().is_elevated(environ):
        raise Unreachable(
            "no daemon runs for this user, and under sudo none is started",
            remedy="run it as yourself, without sudo",
        )
    from sayso import launcher

    own = select.session().environment(environ)
    pid = select.supervisor().start(own, launcher.command("daemon", "run", "--supervised"))
    if pid is not None:
        return pid

    def command(announce_to: str) -> Sequence[str]:
        return launcher.latest(launcher.command("daemon", "run", "--announce-to", announce_to))

    return _pid(select.processes().launch(command, own, START_WITHIN))


def _pid(line: bytes) -> int:
    """The pid in the line that a daemon announces. Raises the error that the line holds instead, or
    ProtocolError."""
    try:
        message = decode(line)
    except ParseError as error:
        raise ProtocolError(f"the daemon's ready line is {error.message}") from error
    if "code" in message:
        raise from_wire(message)
    pid = message.get("pid")
    if not isinstance(pid, int):
        raise ProtocolError("the daemon's ready line does not name a pid")
    return pid
