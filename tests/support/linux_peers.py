"""Real sockets and processes for tests that look at the other end of a connection."""

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
    """A socket that requesters connect to."""

    def __init__(self, path: str) -> None:
        self.path = path
        self._sock = socket.socket(socket.AF_UNIX)
        self._sock.bind(path)
        self._sock.listen()
        self._accepted: list[socket.socket] = []

    def accept(self, patience: float = PATIENCE) -> SocketChannel:
        """Raises TimeoutError after so many seconds."""
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
    """Waits for its end, and does not reap it."""
    os.waitid(os.P_PID, child.pid, os.WEXITED | os.WNOWAIT)


@contextlib.contextmanager
def descriptors_kept() -> Iterator[None]:
    """Fails when a descriptor is left open. What an earlier test forgot may go meanwhile."""
    before = open_descriptors()
    yield
    left = open_descriptors() - before
    assert not left, left


def open_descriptors() -> set[tuple[str, str]]:
    """Of this process: numbers, and what each is of."""
    found = set()
    for each in Path("/proc/self/fd").iterdir():
        with contextlib.suppress(FileNotFoundError):  # that of this look itself
            found.add((each.name, str(each.readlink())))
    return found
