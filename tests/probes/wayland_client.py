"""A connection to a Wayland compositor, for the few requests of a probe.

For the format of messages see "Wire Format" in the Wayland book.
"""

import socket
import struct
from array import array
from collections.abc import Callable, Mapping
from pathlib import Path

_DISPLAY = 1
"""The id of the object with which each connection begins (wayland.xml, wl_display)."""
_SYNC, _GET_REGISTRY, _BIND = 0, 1, 0
_ERROR, _GLOBAL, _DONE = 0, 0, 0


class Connection:
    """A connection to the compositor that this environment names."""

    def __init__(self, environ: Mapping[str, str]) -> None:
        self._sock = socket.socket(socket.AF_UNIX)
        self._sock.settimeout(10)
        self._sock.connect(str(Path(environ["XDG_RUNTIME_DIR"]) / environ["WAYLAND_DISPLAY"]))
        self._last = _DISPLAY
        self._data = b""
        self._globals: dict[str, int] = {}
        self._done: set[int] = set()
        """Ids of objects that have got their only event, "done"."""
        self._handlers: dict[int, Callable[[int, bytes], object]] = {}
        self._registry = self.new()
        self.send(_DISPLAY, _GET_REGISTRY, struct.pack("<I", self._registry))
        self.sync()

    def close(self) -> None:
        self._sock.close()

    def wait_for_ever(self) -> None:
        """From now on `read` waits without a limit; at first it waits ten seconds."""
        self._sock.settimeout(None)

    def hang_up(self) -> None:
        """Ends the connection: a thread that reads gets EOFError."""
        self._sock.shutdown(socket.SHUT_RDWR)

    def new(self) -> int:
        self._last += 1
        return self._last

    def hear(self, source: int, told: Callable[[int, bytes], object]) -> None:
        """Calls `told` with the opcode and the arguments of each event of this object."""
        self._handlers[source] = told

    def send(self, target: int, request: int, body: bytes = b"", *descriptors: int) -> None:
        head = struct.pack("<IHH", target, request, 8 + len(body))
        rights = [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array("i", descriptors))]
        self._sock.sendmsg([head + body], rights if descriptors else [])

    def sync(self) -> None:
        """Waits until the compositor has handled all requests sent so far."""
        call = self.new()
        self.send(_DISPLAY, _SYNC, struct.pack("<I", call))
        while call not in self._done:
            self.read()

    def bind(self, interface: str, version: int = 1) -> int:
        made, word = self.new(), interface.encode() + b"\0"
        body = struct.pack("<II", self._globals[interface], len(word)) + word
        body += b"\0" * (-len(word) % 4) + struct.pack("<II", version, made)
        self.send(self._registry, _BIND, body)
        return made

    def read(self) -> None:
        """Waits for the next events, and handles them. Raises EOFError: the compositor has gone."""
        data = self._sock.recv(1 << 16)
        if not data:
            raise EOFError("the compositor has gone")
        self._data += data
        while len(self._data) >= 8:
            source, event, size = struct.unpack_from("<IHH", self._data)
            if len(self._data) < size:
                return
            body, self._data = self._data[8:size], self._data[size:]
            self._take(source, event, body)

    def _take(self, source: int, event: int, body: bytes) -> None:
        if source == _DISPLAY and event == _ERROR:
            raise AssertionError(f"the compositor refuses: {body!r}")
        if source == self._registry and event == _GLOBAL:
            number, length = struct.unpack_from("<II", body)
            self._globals[body[8 : 7 + length].decode()] = number
        elif told := self._handlers.get(source):
            told(event, body)
        elif event == _DONE and len(body) == 4:
            self._done.add(source)
