"""Finds the daemon, and starts one where none runs.

The person's service manager starts it, where one runs and can: then it ends with nothing but that
one. Else we do, and hear why it can't begin. It is nobody's child, in a session of its own, in `/`,
without our standard streams: it outlives whoever started it. Of two that start at once one gets the
lock; both callers reach that one.
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
"""Seconds for a daemon to accept."""

START_WITHIN = 20.0
"""Seconds for a daemon to say that it listens: a machine that was just switched on is busy."""

REPLACED_WITHIN = 5.0
"""Seconds for a daemon outside of this container to be followed by another one."""

OUTSIDE = "start sayso outside of this container, where the person sits"

RETRY_EVERY = 0.02
"""Seconds between two looks for a daemon that is about to listen."""


def connect(
    environ: Mapping[str, str], *, start: bool, within: float = 0.0, path: str | None = None
) -> Channel:
    """A connection to the daemon of this environment, trying for `within` seconds; or to the one
    that the socket at this path leads to.

    With `start`, a daemon is started where none runs. Raises Unreachable, UntrustedPlace,
    UntrustedPeer, Unsupported, and what the daemon failed to start with.
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
        # Someone may be quicker; or a daemon ends just now, and the next turn starts one.
        with suppress(AlreadyRunning):
            start_daemon(environ)
        try:
            return _connect(environ, within=1.0)
        except Unreachable:
            if time.monotonic() >= deadline:
                raise


def _connect_outside(environ: Mapping[str, str], within: float) -> Channel:
    """A daemon of ours would only take the place of the one that the person sits at, which may
    just be replaced. Raises Unreachable and others."""
    try:
        return _connect(environ, within)
    except Unreachable as error:
        raise Unreachable(error.message, remedy=OUTSIDE) from error


def _connect_elsewhere(path: str) -> Channel:
    """A socket that refuses is what a login has left behind. Raises Unreachable and others."""
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
    """Starts a daemon and waits until it listens; its pid.

    Raises AlreadyRunning where another holds the lock, Unreachable, and what it failed with.
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
    """Raises what it says that it failed with, and ProtocolError."""
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
