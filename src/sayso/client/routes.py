"""Which daemon a program asks: that of its own machine, or that of the machine where the person
sits; and the connection to it.

This machine's own daemon comes first, if it has a screen. Then come the sockets that ssh has put
here, the newest first; each leads to the daemon of a machine where the person sits. If none of them
can be used, this machine's own daemon is asked after all: it says why it can't show the question.
"""

from __future__ import annotations

import time
from contextlib import suppress

from sayso.errors import AlreadyRunning, Unreachable
from sayso.platforms import select
from sayso.values import Value

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sayso.platforms.contract.channel import Channel

CONNECT_WITHIN = 5.0
"""Seconds for a daemon to accept a connection."""

REPLACED_WITHIN = 5.0
"""Seconds to wait for a successor of a daemon that runs outside of this container."""

OUTSIDE = "start sayso outside of this container, where the person sits"

RETRY_EVERY = 0.02
"""Seconds between two attempts to connect to a daemon that is about to listen."""


class Route(Value):
    """A way to a daemon."""

    path: str | None = None
    """Path of a socket that leads to another machine; None: the socket of this machine's daemon."""
    start: bool = False
    """Start a daemon if none runs."""
    needs_screen: bool = False
    """Skip this route if its daemon has no screen."""


OWN = Route()


def own(start: bool) -> Sequence[Route]:
    """Only the route to this machine's daemon; with `start`, a daemon may be started."""
    return (Route(start=start),)


def routes(environ: Mapping[str, str], start: bool) -> Sequence[Route]:
    """The routes, in the order in which they are tried; with `start`, a daemon may be started on
    this machine."""
    if environ.get("SAYSO_SOCKET") or select.session().screen(environ):
        return own(start)
    forwarded = select.endpoint().forwarded(environ)
    if not forwarded:
        return own(start)
    return (Route(needs_screen=True), *(Route(path) for path in forwarded), *own(start))


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
    from sayso.client.spawn import START_WITHIN, start_daemon  # most find one that runs

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
