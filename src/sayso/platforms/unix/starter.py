"""Who started this process, by getppid(2): it changes when that one ends. And whose connections it
has inherited."""

from __future__ import annotations

import sys

assert sys.platform != "win32"

import os
from contextlib import suppress

from sayso.platforms.contract.starter import Program

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    import socket
    from collections.abc import Callable, Iterator

_STANDARD = range(3)


class Held:
    """See the contract."""

    def __init__(self) -> None:
        self.pid = os.getppid()

    def lives(self) -> bool:
        return os.getppid() == self.pid


def hold() -> Held:
    return Held()


class Client:
    """See the contract."""

    def __init__(self, sock: socket.socket, program: Program, *, proves: bool) -> None:
        self._sock = sock
        self.program = program
        self.lendable = sock if proves else None

    def lives(self) -> bool:
        import select  # few have clients

        poll = select.poll()
        poll.register(self._sock, 0)
        return not poll.poll(0)  # which tells of a hang-up unasked


def clients(
    pid_of: Callable[[socket.socket], int],
    program: Callable[[int], Program | None],
    *,
    proves: bool,
) -> tuple[Client, ...]:
    """`pid_of`: the process at the other end, if it is our user's. Raises OSError. `proves`: the
    system tells a daemon the same by the socket."""
    found = []
    for sock in _inherited():
        told = None
        with suppress(OSError):
            told = program(pid_of(sock)) if is_servers(sock) else None
        if told:
            found.append(Client(sock, told, proves=proves))
        else:
            sock.close()
    return tuple(found)


def _inherited() -> Iterator[socket.socket]:
    import socket  # few have clients

    for name in os.listdir("/dev/fd"):
        if int(name) not in _STANDARD:
            with suppress(OSError):  # no socket; or the directory that was listed
                yield socket.socket(fileno=os.dup(int(name)))


def is_servers(sock: socket.socket) -> bool:
    """It was accepted: only what listens has a name, and who connects has none (unix(7)). What
    listens has no other end. Raises OSError."""
    import socket

    return sock.family == socket.AF_UNIX and bool(sock.getsockname()) and not sock.getpeername()
