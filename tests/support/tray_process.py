"""A tray process without a daemon: the test sends it what to show over its socket, as the daemon
would."""

import contextlib
import socket
import subprocess
from collections.abc import Mapping
from typing import Any

from sayso.core.overview import Overview
from sayso.errors import ParseError, SaysoError
from sayso.wire import overview as wire
from sayso.wire import rpc
from sayso.wire.codec import Decoder, encode
from support.processes import PATIENCE


class TrayProcess:
    """A real process that shows the tray's icon and menu. End it with `close`."""

    def __init__(self, environ: Mapping[str, str]) -> None:
        self._sock, theirs = socket.socketpair()
        self._sock.settimeout(PATIENCE)
        self._decoder = Decoder()
        self._heard: list[dict[str, Any]] = []
        with theirs:
            self._process = subprocess.Popen(["sayso", "tray"], env=environ, stdin=theirs.fileno())

    @property
    def pid(self) -> int:
        return self._process.pid

    def show(self, overview: Overview) -> None:
        self._sock.sendall(encode(rpc.notification("overview", wire.write(overview))))

    def refuse(self, request: Mapping[str, Any], error: SaysoError) -> None:
        self._sock.sendall(encode(rpc.failure(request["id"], error)))

    def hear(self) -> dict[str, Any]:
        """The next message from the process. Raises EOFError when it has closed the connection."""
        while not self._heard:
            data = self._sock.recv(1 << 16)
            if not data:
                raise EOFError
            for message in self._decoder.feed(data):
                assert not isinstance(message, ParseError)
                self._heard.append(message)
        return self._heard.pop(0)

    def request(self) -> dict[str, Any]:
        """The next request from the process; notifications before it are skipped."""
        while "id" not in (message := self.hear()):
            pass
        return message

    def asks(self) -> tuple[str, dict[str, Any]]:
        """Method and parameters of the next request from the process."""
        message = self.request()
        return message["method"], message["params"]

    def hang_up(self) -> None:
        self._sock.close()

    def wait(self) -> int:
        """Waits for the process to end. Returns its exit status."""
        return self._process.wait(PATIENCE)

    def close(self) -> None:
        self._sock.close()
        try:
            self._process.wait(PATIENCE)
        finally:
            with contextlib.suppress(ProcessLookupError):
                self._process.kill()
            self._process.wait()
