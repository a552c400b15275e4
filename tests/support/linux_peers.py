"""Real sockets and processes for tests that look at the other end of a connection."""

import contextlib
import select
import socket
import subprocess
import sys
from pathlib import Path

assert sys.platform == "linux"

PATIENCE = 20.0
"""Seconds after which something that should happen at once counts as broken."""

ASK = "import socket, sys; s = socket.socket(socket.AF_UNIX); s.connect(sys.argv[1]); s.recv(1)"
"""A requester: it connects to its argument, then stays until the other end closes."""


class Server:
    """A socket that requesters connect to."""

    def __init__(self, path: str) -> None:
        self.path = path
        self._sock = socket.socket(socket.AF_UNIX)
        self._sock.bind(path)
        self._sock.listen()
        self._sock.settimeout(PATIENCE)
        self._accepted: list[socket.socket] = []

    def accept(self) -> socket.socket:
        sock, _ = self._sock.accept()
        self._accepted.append(sock)
        return sock

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
        ready, _, _ = select.select([self.stdout], [], [], PATIENCE)
        assert ready, f"process {self.pid} says nothing"
        return self.stdout.readline().removesuffix("\n")


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
