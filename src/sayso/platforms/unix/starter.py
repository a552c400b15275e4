"""The program that started this process, by getppid(2), which changes when that program ends; and
the connections that this process has inherited."""

from __future__ import annotations

import sys

assert sys.platform != "win32"

import os
from contextlib import suppress

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    import socket
    from collections.abc import Callable, Iterator

    from sayso.platforms.contract.starter import Program

_STANDARD = range(3)


class Held:
    """See `contract.starter`."""

    def __init__(self) -> None:
        self.pid = os.getppid()

    def lives(self) -> bool:
        return os.getppid() == self.pid


def hold() -> Held:
    return Held()


class Client:
    """See `contract.starter`."""

    def __init__(self, sock: socket.socket, program: Program | None, *, proves: bool) -> None:
        self._sock = sock
        self.program = program
        self.lendable = sock if proves and program else None

    def lives(self) -> bool:
        import select  # few processes have clients

        poll = select.poll()
        poll.register(self._sock, select.POLLHUP)  # BSD reports it only if it is asked for
        return not poll.poll(0)


def clients(
    pid_of: Callable[[socket.socket], int],
    program: Callable[[int], Program | None],
    *,
    proves: bool,
) -> tuple[Client, ...]:
    """The clients at the other ends of the sockets that this process inherited. `pid_of`: gives the
    pid of the process at the other end of a socket; raises OSError if it is not our user's.
    `proves`: by a lent socket, the system tells the daemon the same."""
    found = []
    for sock in _inherited():
        if _has_client(sock):
            found.append(Client(sock, _client(sock, pid_of, program), proves=proves))
        else:
            sock.close()
    return tuple(found)


def _has_client(sock: socket.socket) -> bool:
    """Whether this socket has the name of one that a server listens to, and somebody has it as
    their other end."""
    import socket  # few processes have clients

    try:
        sock.getpeername()
        return sock.family == socket.AF_UNIX and bool(sock.getsockname())
    except OSError:  # it has no other end
        return False


def _client(
    sock: socket.socket,
    pid_of: Callable[[socket.socket], int],
    program: Callable[[int], Program | None],
) -> Program | None:
    """The program at the other end. None: it can't be seen, or this is perhaps not a server's
    end."""
    with suppress(OSError):
        return program(pid_of(sock)) if is_servers(sock) else None
    return None


def _inherited() -> Iterator[socket.socket]:
    import socket  # few processes have clients

    for name in os.listdir("/dev/fd"):
        if int(name) not in _STANDARD:
            with suppress(OSError):  # no socket, or the closed descriptor of the listing itself
                yield socket.socket(fileno=os.dup(int(name)))


def is_servers(sock: socket.socket) -> bool:
    """Whether a server has accepted this socket: then it has the name of the listening socket, and
    its other end, which connected, has none (unix(7)). Raises OSError for a socket that has no
    other end, such as a listening one."""
    import socket

    return sock.family == socket.AF_UNIX and bool(sock.getsockname()) and not sock.getpeername()
