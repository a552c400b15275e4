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
    """Where those who connect are taken."""

    def close(self) -> None:
        """Takes nobody any more."""


class Listener(Protocol):
    """The one listening socket of this user, and the lock that makes it the one."""

    def serve(self, connection: Callable[[Channel], BaseProtocol], backlog: int) -> Acceptor:
        """Takes who connects, one by one, on the running asyncio loop: `connection` makes what
        serves them there. The listener stays open."""

    def handover(self) -> dict[str, Any]:
        """What `Endpoint.adopt` in another process needs, as plain data: `descriptors`, by name,
        which that process must inherit under the same numbers, and more."""

    def refuse(self) -> None:
        """Nobody connects to it any more. A service manager's own stays open, for its next
        daemon."""

    def close(self) -> None:
        """Removes the socket's file, unless it is a service manager's; then gives up the lock."""


class WaitResult(Value):
    """What ended a wait; neither: its time was over."""

    is_channel_ready: bool
    """Something has come over the channel, or its other end has closed."""
    is_caller_waiting: bool
    """Somebody waits to be taken."""


class Callers(Protocol):
    """Those who wait to be taken where another process listens."""

    def wait(self, channel: Channel, *, for_callers: bool, patience: float | None) -> WaitResult:
        """For the channel, and for a caller as well if it is `for_callers`; at most so many
        seconds, None: however long it takes."""

    def are_there(self) -> bool:
        """Now."""


class Endpoint(Protocol):
    """Where client and daemon meet."""

    def socket_path(self, environ: Mapping[str, str]) -> str:
        """The socket's path by the rule of places; creates nothing. Raises UntrustedPlace."""

    def place_path(self, path: str, name: str) -> str:
        """Where the socket of a place with this name is, beside the daemon's own at `path`: alone
        in a directory. Raises Unsupported."""

    def forwarded(self, environ: Mapping[str, str]) -> Sequence[str]:
        """Paths of sockets that lead to a daemon on another machine, the newest first: ssh has put
        them there. Where SAYSO_SOCKET names one, there are no others."""

    def remove_stale(self, path: str) -> None:
        """What is at this path in a directory of ours, if nobody listens there."""

    def owner(self, environ: Mapping[str, str]) -> int | None:
        """Whose daemon the socket leads to, as this process numbers users, where it is another
        user's: in a container, which has been told so. None: ours. Raises UntrustedPlace."""

    def is_elsewhere(self, environ: Mapping[str, str]) -> bool:
        """The socket is not ours to serve, as in a container: another user's, or mounted read-only.
        Raises UntrustedPlace."""

    def connect(self, path: str, timeout: float, owner: int | None = None) -> Channel:
        """A channel to the daemon, after checking that it runs as us, or as that owner; `timeout`
        in seconds.

        Raises Unreachable (nobody is there), UntrustedPlace, UntrustedPeer, and ProtocolError
        when somebody is there but takes no connection in time.
        """

    def listen(self, path: str, backlog: int, given: SocketActivation | None = None) -> Listener:
        """Takes the lock, then the socket that was given; or clears a stale one and listens.

        Raises AlreadyRunning, UntrustedPlace.
        """

    def listen_for_place(self, path: str, backlog: int, *, shared: bool) -> Listener:
        """As `listen`, at a path that `place_path` told, with the directories on its way. `shared`:
        for another user as well, who gets to that directory because it is mounted where they are.

        Raises AlreadyRunning, UntrustedPlace, Unsupported, OSError.
        """

    def adopt(self, handover: Mapping[str, Any]) -> Listener:
        """Goes on with what another process had. Raises KeyError, OSError."""

    def callers(self, handover: Mapping[str, Any]) -> Callers:
        """Of the listener that another process serves, and that this one inherited. Raises
        KeyError."""
