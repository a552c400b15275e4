"""A false message bus (D-Bus): it lets everybody in, and sends a reply that a careless reader never
finishes."""

import socket
import struct
import threading
from contextlib import suppress
from pathlib import Path

GREETED = b"OK 0123456789abcdef0123456789abcdef\r\n"


def reply(signature: bytes, body: bytes, first: bytes = b"") -> bytes:
    """A reply to the first call on a bus. `first`: a field that comes before the usual ones in the
    header."""
    fields = first + b"\x05\x01u\0" + struct.pack("<I", 1)
    fields += b"\x08\x01g\0" + bytes([len(signature)]) + signature + b"\0"
    head = struct.pack("<4B3I", ord("l"), 2, 1, 1, len(body), 1, len(fields))
    return head + fields + bytes(-len(fields) % 8) + body


def entry(signature: bytes, size: int, *, is_hidden: bool = False) -> bytes:
    """A dictionary with one entry: an array of this type, of `size` zero bytes. `is_hidden`: the
    array is in a variant inside the entry's own variant."""
    value = b"\x01v\0" if is_hidden else b""
    value += bytes([len(signature)]) + signature + b"\0"
    before = b"\x01\0\0\0k\0" + value
    before += bytes(-len(before) % 4) + struct.pack("<I", size)
    before += bytes(-len(before) % 8) + bytes(size)
    return struct.pack("<II", len(before), 0) + before


ENDLESS = reply(b"a{sv}", entry(b"a()", 8))
"""A reply with an array of empty structs, which D-Bus forbids: a reader that does not refuse it
loops for ever."""


class FalseBus:
    """Serves on a thread of its own. Use it as a context manager."""

    def __init__(self, directory: Path) -> None:
        place = directory / "false-bus"
        self.address = f"unix:path={place}"
        self._listener = socket.socket(socket.AF_UNIX)
        self._listener.bind(str(place))
        self._listener.listen()
        self._thread = threading.Thread(target=self._serve)

    def __enter__(self) -> "FalseBus":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        self._thread.join()

    def _serve(self) -> None:
        """Serves one caller after another."""
        while True:
            try:
                caller, _ = self._listener.accept()
            except OSError:
                return
            with caller:
                self._answer(caller)

    def _answer(self, caller: socket.socket) -> None:
        with suppress(OSError):  # the caller has gone
            for each in (GREETED, ENDLESS):
                caller.recv(4096)
                caller.sendall(each)
            caller.settimeout(1)
            while caller.recv(4096):  # until it goes
                pass
