"""Who is at the other end of a connection."""

from __future__ import annotations

from sayso.values import Protocol

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from sayso.core.lineage import Lineage, Process
    from sayso.platforms.contract.channel import Channel, Lent
    from sayso.platforms.contract.processes import DaemonHandle
    from sayso.platforms.contract.watching import CallOff


class Peer(Protocol):
    """Who is at the other end, by what the kernel says."""

    @property
    def no_proof(self) -> str | None:
        """Why a socket that is lent proves nothing here: a sentence. None: it may."""

    def check_user(self, channel: Channel, user: int | None = None) -> None:
        """Raises UntrustedPeer unless the process at the other end runs as our user; or as that
        one, by the system's number for it, and no other."""

    def lineage(self, channel: Channel, connection: int, user: int | None = None) -> Lineage:
        """The process at the other end and its ancestors, outwards, of the same user: ours, or that
        one.

        `connection` is a number that no other connection has: it tells peers apart whose pid
        can't be seen. Raises UntrustedPeer (another user's, or it has exited already) and
        Unsupported (the system can't tell).
        """

    def check_requester(self, channel: Channel, requester: Process) -> None:
        """Before this process, as `lineage` told it, hears what is meant for it alone.

        Raises UntrustedPeer: another one is at the other end by now. Where the system names for
        ever who connected, there is nothing to look at.
        """

    def system(self) -> str:
        """Tells this system, since its boot, and this process's pid namespace from others."""

    def running(self, pid: int) -> Lineage | None:
        """The process of our user's that has this pid just now, and its ancestors. None: there is
        none, or it is another user's, or hidden."""

    def served(self, lent: Lent) -> Lineage | None:
        """The process of our user's that has connected the socket that was lent, as it was accepted
        by a server, and that still holds the other end; and its ancestors. None: there is none, or
        it can't be told."""

    def has_exited(self, process: Process) -> bool:
        """Gone, or a zombie, or its pid is another process's by now.

        False for a process in another pid namespace (pid 0): nothing is known of it.
        """

    def watch_exit(self, process: Process, exited: Callable[[], None]) -> CallOff | None:
        """`exited` hears when the process exits, in each turn of the loop until that is called
        off. None: it has exited.

        Raises OSError, and Unsupported for a process in another pid namespace (pid 0).
        """

    def watch_hang_up(self, channel: Channel, gone: Callable[[], None]) -> CallOff:
        """`gone` hears when the other end has closed both directions, in each turn of the loop
        until that is called off. A peer that only sends no more still reads. Raises OSError."""

    def daemon(self, channel: Channel) -> DaemonHandle:
        """The one at the other end, held; the caller closes it.

        Raises UntrustedPeer: it is gone already, or a service manager still listens for it.
        """

    def keepers(self, path: str) -> Sequence[DaemonHandle]:
        """Of daemons whose socket has this path: one, unless it is just being replaced. The caller
        closes them."""
