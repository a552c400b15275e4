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
    """Tells who is at the other end of a connection, by what the kernel says."""

    @property
    def no_proof(self) -> str | None:
        """Why a lent socket proves nothing on this system: a sentence. None: it may prove for which
        process a program asks."""

    def check_user(self, channel: Channel, user: int | None = None) -> None:
        """Raises UntrustedPeer unless the process at the other end runs as `user`, by the system's
        number. None: as our user."""

    def lineage(self, channel: Channel, connection: int, user: int | None = None) -> Lineage:
        """The process at the other end and its ancestors of the same user, nearest first. `user`:
        the user that it must run as; None: ours.

        `connection` is a number that no other connection has: it tells peers apart whose pid
        can't be seen. Raises UntrustedPeer (another user's, or it has exited already) and
        Unsupported (the system can't tell).
        """

    def check_requester(self, channel: Channel, requester: Process) -> None:
        """Checks that the process from `lineage` is still at the other end, before it is sent what
        is meant for it alone.

        Raises UntrustedPeer: another process is there by now. Nothing is checked on a system that
        always names the process which connected.
        """

    def system(self) -> str:
        """A text that identifies this system since its boot, and this process's pid namespace."""

    def running(self, pid: int) -> Lineage | None:
        """The process of our user that has this pid now, and its ancestors. None: there is none, or
        it is another user's, or hidden."""

    def served(self, lent: Lent) -> Lineage | None:
        """The process of our user that connected the lent socket, and its ancestors. A server must
        have accepted the socket, and the process must still hold the other end. None: there is no
        such process, or it can't be told."""

    def has_exited(self, process: Process) -> bool:
        """Whether the process is gone or a zombie, or its pid is another process's by now.

        False for a process in another pid namespace (pid 0): nothing is known of it.
        """

    def watch_exit(self, process: Process, exited: Callable[[], None]) -> CallOff | None:
        """Calls `exited` once the process has exited, in each turn of the loop until that is called
        off. None: it has exited already.

        Raises OSError, and Unsupported for a process in another pid namespace (pid 0).
        """

    def watch_hang_up(self, channel: Channel, gone: Callable[[], None]) -> CallOff:
        """Calls `gone` once the other end has closed both directions, in each turn of the loop
        until that is called off. A peer that only sends no more still reads. Raises OSError."""

    def daemon(self, channel: Channel) -> DaemonHandle:
        """A handle of the daemon at the other end; the caller closes it.

        Raises UntrustedPeer: the daemon is gone already, or has not started, and a service manager
        listens for it.
        """

    def keepers(self, path: str) -> Sequence[DaemonHandle]:
        """Handles of the keepers of daemons whose socket has this path: one, unless the keeper is
        being replaced. The caller closes them."""
