"""What a round trip costs without any work at its other end."""

import subprocess
import sys
import tempfile
from pathlib import Path

from support.wire import Wire

PROGRAM = Path(__file__).with_name("echo_program.py")


class Echo:
    """The server in a process of its own, and a connection to it. Use as a context manager."""

    def __enter__(self) -> "Echo":
        self._directory = tempfile.TemporaryDirectory(prefix="echo-", dir="/tmp")
        path = Path(self._directory.name) / "socket"
        self._server = subprocess.Popen(
            [sys.executable, str(PROGRAM), str(path)], stdout=subprocess.PIPE, text=True
        )
        assert self._server.stdout
        assert self._server.stdout.readline() == "listening\n"
        self.wire = Wire(path)
        return self

    def __exit__(self, *_: object) -> None:
        with self.wire:
            self._server.terminate()
        self._server.wait(10)
        assert self._server.stdout
        self._server.stdout.close()
        self._directory.cleanup()
