"""A Wayland compositor that draws nothing: it talks to one client, on a socket in this
directory."""

import socket
import struct
import threading
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Self

_HEAD = struct.Struct("=IHH")
_DISPLAY = 1


class Compositor:
    """A compositor that announces these globals, in this order. Use it as a context manager."""

    def __init__(self, directory: Path, interfaces: Mapping[str, int]) -> None:
        """`interfaces`: version of each global, by its interface."""
        self.environ = {"XDG_RUNTIME_DIR": str(directory), "WAYLAND_DISPLAY": "wayland-0"}
        self._interfaces = list(interfaces.items())
        self.bound: dict[str, list[int]] = {}
        """Ids of the objects that the client has bound, by interface."""
        self.corners = [(0, 0), (1920, 0)]
        """Top left corners of its outputs, in the order in which they are bound."""
        self.powers: list[int] = []
        """Ids of the client's objects for the power of an output."""
        self.timers: list[tuple[int, int]] = []
        """Ids of the client's objects for idle time, each with the milliseconds that it asks
        for."""
        self._registry = 0
        self._globals: dict[int, str] = {}
        self._listener = socket.socket(socket.AF_UNIX)
        self._listener.bind(str(directory / "wayland-0"))
        self._listener.listen()
        self._thread = threading.Thread(target=self._serve)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.hang_up()
        self._thread.join()

    def say(self, source: int, event: int, body: bytes = b"") -> None:
        self.say_raw(_HEAD.pack(source, event, _HEAD.size + len(body)) + body)

    def say_raw(self, data: bytes) -> None:
        self._client.sendall(data)

    def hang_up(self) -> None:
        """Closes the connection to the client; no other client can connect."""
        with suppress(OSError):
            self._client.shutdown(socket.SHUT_RDWR)

    def add(self, number: int, interface: str, version: int) -> None:
        """Announces another global."""
        self._globals[number] = interface
        word = struct.pack("=I", number) + _word(interface) + struct.pack("=I", version)
        self.say(self._registry, 0, word)

    def remove(self, number: int) -> None:
        self.say(self._registry, 1, struct.pack("=I", number))

    def _serve(self) -> None:
        self._client, _ = self._listener.accept()
        requests = self._client.makefile("rb")
        # a client that has had enough resets the connection
        with self._client, self._listener, requests, suppress(ConnectionError):
            while head := requests.read(_HEAD.size):
                target, request, size = _HEAD.unpack(head)
                self._take(target, request, requests.read(size - _HEAD.size))

    def _take(self, target: int, request: int, body: bytes) -> None:
        if target == _DISPLAY and request == 0:  # sync
            (call,) = struct.unpack("=I", body)
            self.say(call, 0, bytes(4))
        elif target == _DISPLAY:
            (self._registry,) = struct.unpack("=I", body)
            for number, (interface, version) in enumerate(self._interfaces):
                self.add(number, interface, version)
        elif target == self._registry:
            (number,) = struct.unpack_from("=I", body)
            (made,) = struct.unpack_from("=I", body, len(body) - 4)
            self.bound.setdefault(self._globals[number], []).append(made)
        elif target in self.bound.get("zwlr_output_power_manager_v1", []):
            power, _output = struct.unpack("=II", body)
            self.powers.append(power)
            self.say(power, 0, struct.pack("=I", 1))
        elif target in self.bound.get("org_kde_kwin_dpms_manager", []):
            power, _output = struct.unpack("=II", body)
            self.powers.append(power)
            self.say(power, 0, struct.pack("=I", 1))
            self.say(power, 1, struct.pack("=I", 0))
            self.say(power, 2)
        elif target in self.bound.get("zxdg_output_manager_v1", []):
            place, output = struct.unpack("=II", body)
            corner = self.corners[self.bound["wl_output"].index(output)]
            self.say(place, 0, struct.pack("=ii", *corner))
        elif target in self.bound.get("ext_idle_notifier_v1", []) and request == 1:
            timer, milliseconds, _seat = struct.unpack("=III", body)
            self.timers.append((timer, milliseconds))
        elif target in self.bound.get("org_kde_kwin_idle", []) and request == 0:
            timer, _seat, milliseconds = struct.unpack("=III", body)
            self.timers.append((timer, milliseconds))


def _word(text: str) -> bytes:
    data = text.encode() + b"\0"
    return struct.pack("=I", len(data)) + data.ljust(-(-len(data) // 4) * 4, b"\0")
