"""A client of the daemon that sends exactly what a test wants, over the real socket."""

import json
import socket
from pathlib import Path
from typing import Any

from support.processes import PATIENCE


class Wire:
    """A connection; use it as a context manager. Nothing waits longer than `timeout` seconds."""

    def __init__(self, path: Path, timeout: float = PATIENCE) -> None:
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.settimeout(timeout)
        try:
            self._socket.connect(str(path))
        except OSError:
            self._socket.close()
            raise
        self._rest = b""
        self._id = 0

    def __enter__(self) -> "Wire":
        return self

    def __exit__(self, *_: object) -> None:
        self._socket.close()

    def send(self, data: bytes) -> None:
        """Sends bytes unchanged."""
        self._socket.sendall(data)

    def send_line(self, message: object) -> None:
        """Sends one JSON text and a newline. NaN and Infinity are sent as Python writes them."""
        self.send(json.dumps(message).encode() + b"\n")

    def finish(self) -> None:
        """Closes the sending direction: nothing more comes from this client."""
        self._socket.shutdown(socket.SHUT_WR)

    def line(self) -> dict[str, Any] | None:
        """The next message; None when the daemon has closed the connection."""
        while b"\n" not in self._rest:
            try:
                data = self._socket.recv(65536)
            except ConnectionResetError:
                return None  # closed with bytes of ours unread
            if not data:
                return None
            self._rest += data
        line, _, self._rest = self._rest.partition(b"\n")
        message: dict[str, Any] = json.loads(line)
        return message

    def request(self, method: str, params: object = None) -> int:
        """Sends a request and returns its id, without waiting for the reply."""
        self._id += 1
        self.send_line({"jsonrpc": "2.0", "id": self._id, "method": method, "params": params or {}})
        return self._id

    def reply(self, request: int) -> dict[str, Any]:
        """The response to the request with this id, with `result` or `error`. Other messages are
        skipped."""
        while (message := self.line()) is not None:
            if message.get("id") == request:
                return message
        raise AssertionError(f"the connection closed before request {request} was answered")

    def call(self, method: str, params: object = None) -> dict[str, Any]:
        return self.reply(self.request(method, params))

    def progress(self) -> dict[str, Any]:
        """The parameters of the next progress notification. Other messages are skipped."""
        while (message := self.line()) is not None:
            if message.get("method") == "progress":
                params: dict[str, Any] = message["params"]
                return params
        raise AssertionError("the connection closed before any progress came")
