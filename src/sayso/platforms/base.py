"""What sayso needs of an operating system, as protocols that each platform's modules fulfil.

A platform is a package with one module for each protocol here, under the same names
(`endpoint`, `peer`, `session`, `dialogs`), found through `sayso.platforms.select` alone.
"""

import socket
from collections.abc import Mapping
from typing import Protocol

from sayso.core.lineage import Lineage, Process


class Listener(Protocol):
    """The one listening socket of this user, and the lock that makes it the one."""

    sock: socket.socket

    def close(self) -> None:
        """Removes the socket's file, then gives up the lock."""


class Endpoint(Protocol):
    """Where client and daemon meet."""

    def socket_path(self, environ: Mapping[str, str]) -> str:
        """The socket's path by the rule of places; creates nothing. Raises UntrustedPlace."""

    def connect(self, path: str, timeout: float) -> socket.socket:
        """A blocking socket to the daemon, after checking that it runs as us; `timeout` in seconds.

        Raises Unreachable (nobody is there), UntrustedPlace, UntrustedPeer, and ProtocolError
        when somebody is there but takes no connection in time.
        """

    def listen(self, path: str, backlog: int) -> Listener:
        """Takes the lock, clears a stale socket, listens. Raises AlreadyRunning, UntrustedPlace."""


class Peer(Protocol):
    """Who is at the other end, by what the kernel says."""

    def check_user(self, sock: socket.socket) -> None:
        """Raises UntrustedPeer unless the process at the other end runs as our user."""

    def lineage(self, sock: socket.socket, connection: int) -> Lineage:
        """The process at the other end and its ancestors, outwards, of the same user.

        `connection` is a number that no other connection has: it tells peers apart whose pid
        can't be seen. Raises UntrustedPeer (another user's, or it has exited already) and
        Unsupported (the system can't tell).
        """

    def has_exited(self, process: Process) -> bool:
        """Gone, or a zombie, or its pid is another process's by now.

        False for a process in another pid namespace (pid 0): nothing is known of it.
        """

    def exit_descriptor(self, process: Process) -> int | None:
        """A descriptor that becomes readable when the process exits; None: it has exited.

        The caller closes it. Raises Unsupported for a process in another pid namespace (pid 0).
        """


class Session(Protocol):
    """The person's session: its clock and its screen."""

    def now(self) -> float:
        """Seconds since boot, counted through suspend."""

    def screen(self, environ: Mapping[str, str]) -> str | None:
        """The name of the screen that this environment names, or None: there is none."""
