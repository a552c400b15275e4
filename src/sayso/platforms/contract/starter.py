"""Who started this process: the program that hears how it ends; and for whom that one works."""

from __future__ import annotations

from sayso.values import Protocol, Value

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    import socket
    from collections.abc import Sequence


class Held(Protocol):
    """One program, and no other that has its pid later."""

    @property
    def pid(self) -> int: ...
    def lives(self) -> bool:
        """It has not ended since it was held: an orphan from the start has nobody to lose."""


class Program(Value):
    """A process of whichever user, as it may be shown: for display alone."""

    pid: int
    start: float
    """With `pid`, no other process has it."""
    parent: int
    """The pid of the one that started it."""
    name: str
    argv: tuple[str, ...] | None
    """Command line; None: the system does not show it."""
    cwd: str | None
    """Working directory; None: the system does not show it."""


class Client(Protocol):
    """A program of our user's at the other end of a socket that this process was started with."""

    @property
    def program(self) -> Program: ...
    @property
    def lendable(self) -> socket.socket | None:
        """To be lent to the daemon, as a proof. None: it would prove nothing here."""

    def lives(self) -> bool:
        """It has not hung up."""


class Starter(Protocol):
    """Who started this process, be it any program."""

    def hold(self) -> Held:
        """From now on."""

    def hold_other(self, pid: int) -> Held | None:
        """The process that has this pid just now, of whichever user, for as long as our own process
        runs. None: there is none, or it can't be held. `pid`: 1 to 2**31 - 1. Raises Unsupported,
        OSError."""

    def program(self, pid: int) -> Program | None:
        """None: it has ended, or the system does not show it."""

    def clients(self) -> Sequence[Client]:
        """Of the program that started us, as an ssh-agent has them: each has connected to a socket
        by its path, and the connection was inherited. None where the system does not tell."""
