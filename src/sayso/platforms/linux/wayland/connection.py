"""A connection of our own to a Wayland compositor, for what GTK does not ask the compositor.

It takes only the standard library, as the protocols in question have a handful of messages: a
library for Wayland brings a compiler of protocols and a C library's event loop. The bytes are those
of "Wire Format" in the Wayland book. The owner reads when the descriptor is readable; replies are
waited for only at the beginning, a second at most for each.
"""

import sys

assert sys.platform == "linux"

import os
import socket
import struct
from collections.abc import Callable, Mapping
from contextlib import suppress

from sayso.platforms.linux import native

_DISPLAY = 1
_SYNC, _GET_REGISTRY, _BIND = 0, 1, 0
_ERROR, _GLOBAL, _GLOBAL_REMOVE = 0, 0, 1
_HEAD = struct.Struct("=IHH")
_WITHIN = 1.0
"""Seconds to wait for a reply of the compositor."""

Handler = Callable[[int, bytes], None]
"""Called with the opcode of an event, and the event's arguments."""


class Connection:
    """Ends with `close`. Every method raises OSError where the compositor has gone, or refuses a
    request."""

    def __init__(self, environ: Mapping[str, str]) -> None:
        self._sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM | socket.SOCK_CLOEXEC)
        self._last, self._data = _DISPLAY, b""
        self._handlers: dict[int, Handler] = {}
        self.globals: dict[int, tuple[str, int]] = {}
        """The compositor's globals, by their number: interface and version."""
        self.came: Callable[[int], None] = _nothing
        """Called with the number of a global that is added later."""
        self.went: Callable[[int], None] = _nothing
        try:
            self._sock.settimeout(_WITHIN)
            place = os.path.join(environ.get("XDG_RUNTIME_DIR", "/"), environ["WAYLAND_DISPLAY"])
            self._sock.connect(place)
            self._registry = self.new(self._on_registry)
            self.send(_DISPLAY, _GET_REGISTRY, struct.pack("=I", self._registry))
            self.settle()
        except BaseException:
            self.close()
            raise

    def fileno(self) -> int:
        return self._sock.fileno()

    @property
    def pid(self) -> int:
        """The pid of the compositor, or of the program that opened its socket for it."""
        return native.peer_credentials(self._sock)[0]

    def close(self) -> None:
        """Closes the connection. A thread that is reading from it gets OSError."""
        with suppress(OSError):  # it was never connected, or the other end has gone
            self._sock.shutdown(socket.SHUT_RDWR)
        self._sock.close()

    def new(self, handler: Handler) -> int:
        """The id for an object that a request is yet to make; `handler` gets the object's
        events."""
        self._last += 1
        self._handlers[self._last] = handler
        return self._last

    def send(self, target: int, request: int, body: bytes = b"") -> None:
        self._sock.sendall(_HEAD.pack(target, request, _HEAD.size + len(body)) + body)

    def bind(self, number: int, version: int, handler: Handler) -> int:
        """Binds one of the globals, at this version or at the compositor's own if that is lower.
        Returns the id of the object."""
        interface, there = self.globals[number]
        made, word = self.new(handler), interface.encode() + b"\0"
        body = struct.pack("=II", number, len(word)) + word.ljust(-(-len(word) // 4) * 4, b"\0")
        self.send(self._registry, _BIND, body + struct.pack("=II", min(version, there), made))
        return made

    def named(self, interface: str) -> list[int]:
        """The numbers of the globals with this interface."""
        return [number for number, (name, _) in self.globals.items() if name == interface]

    def settle(self) -> None:
        """Returns once the compositor has answered all requests so far, and the answers were
        handled."""
        done: list[int] = []
        call = self.new(lambda event, _body: done.append(event))
        self.send(_DISPLAY, _SYNC, struct.pack("=I", call))
        while not done:
            self._receive()

    def read(self) -> None:
        """Handles all events that have come by now."""
        while native.is_readable(self.fileno()):
            self._receive()

    def serve(self) -> None:
        """Handles events for as long as the compositor is there. Never returns."""
        self._sock.settimeout(None)
        while True:
            self._receive()

    def _receive(self) -> None:
        data = self._sock.recv(1 << 16)
        if not data:
            raise ConnectionResetError("the compositor has gone")
        self._data += data
        while len(self._data) >= _HEAD.size:
            source, event, size = _HEAD.unpack_from(self._data)
            if size < _HEAD.size:
                raise ConnectionAbortedError("the compositor sent something that is not a message")
            if len(self._data) < size:
                return
            body, self._data = self._data[_HEAD.size : size], self._data[size:]
            if source == _DISPLAY and event == _ERROR:
                raise ConnectionAbortedError("the compositor refused what it was sent")
            if handler := self._handlers.get(source):
                try:
                    handler(event, body)
                except (struct.error, UnicodeDecodeError) as error:
                    raise ConnectionAbortedError(
                        "the compositor sent a message that is cut off"
                    ) from error

    def _on_registry(self, event: int, body: bytes) -> None:
        (number,) = struct.unpack_from("=I", body)
        if event == _GLOBAL:
            (length,) = struct.unpack_from("=I", body, 4)
            interface = body[8 : 8 + length - 1].decode()
            (version,) = struct.unpack_from("=I", body, 8 + -(-length // 4) * 4)
            self.globals[number] = interface, version
            self.came(number)
        elif event == _GLOBAL_REMOVE:
            self.globals.pop(number, None)
            self.went(number)


def _nothing(_number: int) -> None:
    """Stands in while nobody wants to know."""
