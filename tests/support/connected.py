"""Client processes that are connected to a server of the test, and keep or pass on their end."""

import sys

assert sys.platform == "linux"

import contextlib
import os
import signal
import socket
import subprocess
from collections.abc import Iterator
from pathlib import Path

_PROGRAM = """
import os, socket, sys, time
sock = socket.socket(socket.AF_UNIX)
sock.connect(sys.argv[1])
leaves = sys.argv[2] == "leaves it to a child"
is_parent = not leaves or os.fork()
if leaves and is_parent:
    sock.close()
if is_parent:
    print("connected", flush=True)
time.sleep(600)
"""


class Server:
    """Listens on a Unix socket in `directory`."""

    def __init__(self, directory: Path) -> None:
        self.path = str(directory / "server")
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(self.path)
        self.listener.listen()

    @contextlib.contextmanager
    def client(self, does: str = "holds it") -> Iterator[tuple[int, socket.socket]]:
        """The pid of a client process, and the server's end of its connection. `does`: "leaves it
        to a child" makes the client fork and close its own end."""
        with subprocess.Popen(
            [sys.executable, "-c", _PROGRAM, self.path, does],
            stdout=subprocess.PIPE,
            start_new_session=True,
        ) as process:
            assert process.stdout
            process.stdout.readline()
            accepted, _ = self.listener.accept()
            try:
                with accepted:
                    yield process.pid, accepted
            finally:
                with contextlib.suppress(ProcessLookupError):
                    os.killpg(process.pid, signal.SIGKILL)

    def own_client(self) -> tuple[socket.socket, socket.socket]:
        """Connects from this process. Returns the client's end and the server's."""
        sock = socket.socket(socket.AF_UNIX)
        sock.connect(self.path)
        return sock, self.listener.accept()[0]

    def close(self) -> None:
        self.listener.close()
