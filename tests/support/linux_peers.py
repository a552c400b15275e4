"""Real sockets and processes, for tests that ask who is at the other end of a connection."""

import sys

assert sys.platform == "linux"

import contextlib
import os
import socket
from collections.abc import Iterator
from pathlib import Path

from sayso.core.lineage import Process
from sayso.platforms.linux.proc import Proc
from sayso.platforms.unix.channel import SocketChannel
from support.processes import PATIENCE
from support.programs import Program


class Server:
    """A listening socket to which requesters connect."""

    def __init__(self, path: str) -> None:
        self.path = path
        self._sock = socket.socket(socket.AF_UNIX)
        self._sock.bind(path)
        self._sock.listen()
        self._accepted: list[socket.socket] = []

    def accept(self, patience: float = PATIENCE) -> SocketChannel:
        """Accepts the next connection. Raises TimeoutError after `patience` seconds."""
        self._sock.settimeout(patience)
        sock, _ = self._sock.accept()
        self._accepted.append(sock)
        return SocketChannel(sock)

    def close(self) -> None:
        for sock in (*self._accepted, self._sock):
            sock.close()


def identity(pid: int) -> Process:
    with Proc(pid) as proc:
        return Process(pid, proc.stat().start)


def become_zombie(child: Program) -> None:
    """Waits until the child has ended, without reaping it."""
    os.waitid(os.P_PID, child.pid, os.WEXITED | os.WNOWAIT)


@contextlib.contextmanager
def descriptors_kept() -> Iterator[None]:
    """Fails if a file descriptor is left open. One that an earlier test left may be closed
    meanwhile."""
    before = open_descriptors()
    yield
    left = open_descriptors() - before
    assert not left, left


def open_descriptors() -> set[tuple[str, str]]:
    """The open file descriptors of this process: the number of each, and what it refers to."""
    found = set()
    for each in Path("/proc/self/fd").iterdir():
        with contextlib.suppress(FileNotFoundError):  # the file descriptor of this listing itself
            found.add((each.name, str(each.readlink())))
    return found
