"""The program that started this process, and the programs for which that program works."""

from __future__ import annotations

from sayso.values import Protocol, Value

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    import socket
    from collections.abc import Sequence


class Held(Protocol):
    """A handle of one process, which never means another process that has the same pid later."""

    @property
    def pid(self) -> int: ...
    def lives(self) -> bool:
        """Whether the process has not ended since it was held. If this process was an orphan from
        the start, it has no starter to lose."""


class Program(Value):
    """A process of any user, for display alone."""

    pid: int
    start: float
    """Start time, which together with `pid` identifies the process."""
    parent: int
    """Pid of the parent process."""
    name: str
    argv: tuple[str, ...] | None
    """Command line; None: the system does not show it."""
    cwd: str | None
    """Working directory; None: the system does not show it."""


class Client(Protocol):
    """A program at the other end of a socket that this process inherited."""

    @property
    def program(self) -> Program | None:
        """None: it can't be seen. It is another user's; it has ended, and another process has what
        it connected; or its own end has a name, so that it may be a server's."""

    @property
    def lendable(self) -> socket.socket | None:
        """The socket, which can be lent to the daemon as a proof. None: it would prove nothing on
        this system, or of this program."""

    def lives(self) -> bool:
        """Whether the program has not hung up."""


class Starter(Protocol):
    """Tells which program started this process."""

    def hold(self) -> Held:
        """A handle of the process that started this one."""

    def hold_other(self, pid: int) -> Held | None:
        """A handle of the process that has this pid now, of any user. It is held until this process
        ends. None: there is no such process, or it can't be held. `pid`: 1 to 2**31 - 1. Raises
        Unsupported, OSError."""

    def program(self, pid: int) -> Program | None:
        """The process with this pid. None: it has ended, or the system does not show it."""

    def clients(self) -> Sequence[Client]:
        """The clients of the program that started this process, such as an ssh-agent. They have
        connected to a socket by its path, and this process inherited the connections. Empty if the
        system does not tell."""
