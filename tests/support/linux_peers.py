"""Real sockets and processes for tests that look at the other end of a connection."""

import sys

assert sys.platform == "linux"

import contextlib
import os
import select
import socket
import subprocess
from collections.abc import Iterator
from pathlib import Path

from sayso.core.lineage import Process
from sayso.platforms.linux.channel import SocketChannel
from sayso.platforms.linux.proc import Proc

PATIENCE = 20.0
"""Seconds after which something that should happen at once counts as broken."""


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


class Program(subprocess.Popen[str]):
    """A program that a test talks with, line by line."""

    def say(self, line: str) -> None:
        assert self.stdin is not None
        self.stdin.write(line + "\n")
        self.stdin.flush()

    def hear(self) -> str:
        """Its next line, without the newline; raises when it says nothing in time."""
        assert self.stdout is not None
        heard = b""
        while not heard.endswith(b"\n"):  # byte by byte: nothing hides in a buffer from select
            ready, _, _ = select.select([self.stdout], [], [], PATIENCE)
            assert ready, f"process {self.pid} says nothing"
            byte = os.read(self.stdout.fileno(), 1)
            assert byte, f"process {self.pid} ended after {heard!r}"
            heard += byte
        return heard.decode().removesuffix("\n")


class Processes:
    """Programs started by a test; all have ended when it is over."""

    def __init__(self) -> None:
        self._started: list[Program] = []

    def start(self, *argv: str, executable: str | None = None, cwd: Path | None = None) -> Program:
        process = Program(
            argv,
            executable=executable,
            cwd=cwd,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self._started.append(process)
        return process

    def python(self, script: str, *arguments: str) -> Program:
        return self.start(sys.executable, "-c", script, *arguments)

    def close(self) -> None:
        """Ends what still runs: the end of its input tells it, or else a signal."""
        for process in self._started:
            with process, contextlib.suppress(BrokenPipeError):
                process.communicate(timeout=PATIENCE)


def identity(pid: int) -> Process:
    with Proc(pid) as proc:
        return Process(pid, proc.stat().start)


def become_zombie(child: Program) -> None:
    """Waits for its end, and does not reap it."""
    os.waitid(os.P_PID, child.pid, os.WEXITED | os.WNOWAIT)


@contextlib.contextmanager
def descriptors_kept() -> Iterator[None]:
    """Fails when a descriptor is left open."""
    before = sorted(Path("/proc/self/fd").iterdir())
    yield
    assert sorted(Path("/proc/self/fd").iterdir()) == before
