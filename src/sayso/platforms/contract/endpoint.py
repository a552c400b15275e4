"""Where client and daemon meet."""

from __future__ import annotations

from sayso.values import Protocol, Value

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from asyncio import BaseProtocol
    from collections.abc import Callable, Mapping, Sequence
    from typing import Any

    from sayso.platforms.contract.channel import Channel
    from sayso.platforms.contract.supervisor import SocketActivation


class Acceptor(Protocol):
    """Accepts the connections of callers."""

    def close(self) -> None:
        """Stops accepting."""


class Listener(Protocol):
    """The only listening socket of this user, with the lock that ensures there is only one."""

    def serve(self, connection: Callable[[Channel], BaseProtocol], backlog: int) -> Acceptor:
        """Accepts connections one by one, on the running asyncio loop. `connection` makes the
        protocol that serves a channel. The listener stays open."""

    def handover(self) -> dict[str, Any]:
        """What `Endpoint.adopt` in another process needs, as plain data: `descriptors`, by name,
        which that process must inherit under the same numbers, and more."""

    def refuse(self) -> None:
        """Lets nobody connect any more. A service manager's own socket stays open, for its next
        daemon."""

    def close(self) -> None:
        """Removes the socket's file, unless a service manager listens there; then gives up the
        lock."""


class WaitResult(Value):
    """What ended a wait. If both are False, the time was over."""

    is_channel_ready: bool
    """Data has come over the channel, or its other end has closed."""
    is_caller_waiting: bool
    """A caller waits to be accepted."""


class Callers(Protocol):
    """The callers that wait to be accepted by another process."""

    def wait(self, channel: Channel, *, for_callers: bool, patience: float | None) -> WaitResult:
        """Waits for the channel, and with `for_callers` for a caller, too. `patience`: most seconds
        to wait; None: no limit."""

    def are_there(self) -> bool:
        """Whether a caller waits now."""


class Endpoint(Protocol):
    """Where client and daemon meet."""

    def socket_path(self, environ: Mapping[str, str]) -> str:
        """The path of the daemon's socket, by this system's rule. Creates nothing. Raises
        UntrustedPlace."""

    def place_path(self, path: str, name: str) -> str:
        """The path of the socket for the place (machine or container) with this name: alone in a
        directory, beside the daemon's own socket at `path`. Raises Unsupported."""

    def forwarded(self, environ: Mapping[str, str]) -> Sequence[str]:
        """Paths of the sockets that ssh has put here, which lead to daemons on other machines; the
        newest first. None if SAYSO_SOCKET names a socket."""

    def remove_stale(self, path: str) -> None:
        """Removes the socket at this path in a directory of ours, if nobody listens there."""

    def owner(self, environ: Mapping[str, str]) -> int | None:
        """The number, as this process counts users, of the other user whose daemon the socket leads
        to. That is so only in a container whose environment says so. None: the daemon is ours.
        Raises UntrustedPlace."""

    def is_elsewhere(self, environ: Mapping[str, str]) -> bool:
        """Whether the socket is not ours to serve, as in a container: it is another user's, or
        mounted read-only. Raises UntrustedPlace."""

    def connect(self, path: str, timeout: float, owner: int | None = None) -> Channel:
        """Connects to the daemon, and checks that it runs as our user, or as `owner`. `timeout` is
        in seconds.

        Raises Unreachable (nobody is there), UntrustedPlace, UntrustedPeer, and ProtocolError if
        somebody is there but accepts no connection in time.
        """

    def listen(self, path: str, backlog: int, given: SocketActivation | None = None) -> Listener:
        """Takes the lock, then the socket that was given; or removes a stale one and listens.

        Raises AlreadyRunning, UntrustedPlace.
        """

    def listen_for_place(self, path: str, backlog: int, *, shared: bool) -> Listener:
        """Like `listen`, at a path from `place_path`, and makes the directories on the way.
        `shared`: another user may connect as well, who reaches the directory because it is mounted
        into a container.

        Raises AlreadyRunning, UntrustedPlace, Unsupported, OSError.
        """

    def adopt(self, handover: Mapping[str, Any]) -> Listener:
        """Takes over the listener of another process. Raises KeyError, OSError."""

    def callers(self, handover: Mapping[str, Any]) -> Callers:
        """The callers at the listener that another process serves, and that this process inherited.
        Raises KeyError."""
