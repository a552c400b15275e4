"""A program that asks for a password as systemd's programs do:
https://systemd.io/PASSWORD_AGENTS/."""

import sys

assert sys.platform == "linux"

import os
import socket
from pathlib import Path

from support.processes import PATIENCE


class Requester:
    """A requester that has asked, by a file in this directory. Use it as a context manager."""

    def __init__(self, directory: Path, name: str = "one", **lines: object) -> None:
        """`lines`: lines of the request, to add or to replace."""
        self.socket = directory / f"sck.{name}"
        self.path = directory / f"ask.{name}"
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.settimeout(PATIENCE)
        self._socket.bind(str(self.socket))
        given = {"PID": os.getpid(), "Socket": self.socket, "Message": "Disk?"} | lines
        new = directory / f"tmp.{name}"
        new.write_text("[Ask]\n" + "".join(f"{key}={value}\n" for key, value in given.items()))
        new.chmod(0o644)
        new.rename(self.path)

    def __enter__(self) -> "Requester":
        return self

    def __exit__(self, *_: object) -> None:
        self._socket.close()

    def reply(self) -> bytes:
        """Waits for the reply."""
        return self._socket.recv(1 << 16)

    def has_reply(self) -> bool:
        self._socket.setblocking(False)
        try:
            self._socket.recv(1, socket.MSG_PEEK)
        except BlockingIOError:
            return False
        return True

    def withdraw(self) -> None:
        self.path.unlink()
