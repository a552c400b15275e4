"""A session manager that replies to `systemctl --user show-environment` with a test's variables.

It speaks just enough D-Bus on the manager's private socket: one caller at a time authenticates
(EXTERNAL, which nobody checks here) and asks for one property.
"""

import socket
import struct
import threading
from collections.abc import Mapping
from pathlib import Path
from typing import BinaryIO

_GREETED = b"DATA\r\nOK 00000000000000000000000000000001\r\nAGREE_UNIX_FD\r\n"
_METHOD_CALL, _METHOD_RETURN = 1, 2
_REPLY_SERIAL, _SIGNATURE = 5, 8


class SessionManager:
    """Serves on a thread of its own. Use it as a context manager."""

    def __init__(self, runtime: Path, environ: Mapping[str, str]) -> None:
        """`runtime`: the user's runtime directory. `environ`: the variables that it replies
        with."""
        self.environ = dict(environ)
        self.silent = False
        """Accepts callers but does not reply to them."""
        self.asked = 0
        place = runtime / "systemd"
        place.mkdir(mode=0o700)
        self._listener = socket.socket(socket.AF_UNIX)
        self._listener.bind(str(place / "private"))
        self._listener.listen()
        self._thread = threading.Thread(target=self._serve)

    def __enter__(self) -> "SessionManager":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        self._thread.join()

    def _serve(self) -> None:
        while True:
            try:
                caller, _ = self._listener.accept()
            except OSError:
                return
            self.asked += 1
            with caller, caller.makefile("rb") as said:
                if not self.silent:
                    self._answer(caller, said)
                said.read()  # until the caller has gone

    def _answer(self, caller: socket.socket, said: BinaryIO) -> None:
        while (line := said.readline()) and b"BEGIN" not in line:
            pass
        caller.sendall(_GREETED)
        while head := said.read(16):
            _, kind, _, _, size, serial, fields = struct.unpack("<4B3I", head)
            said.read(_padded(fields, 8) + size)
            if kind == _METHOD_CALL:
                caller.sendall(self._environment(serial))

    def _environment(self, serial: int) -> bytes:
        """The reply to the message with this serial number: a variant that holds an array of
        strings."""
        strings = b""
        for name, value in self.environ.items():
            data = f"{name}={value}".encode()
            strings += bytes(_padded(len(strings), 4) - len(strings))
            strings += struct.pack("<I", len(data)) + data + b"\0"
        body = b"\x02as\0" + struct.pack("<I", len(strings)) + strings
        fields = bytes([_REPLY_SERIAL]) + b"\x01u\0" + struct.pack("<I", serial)
        fields += bytes([_SIGNATURE]) + b"\x01g\0" + b"\x01v\0"
        head = struct.pack("<4B3I", ord("l"), _METHOD_RETURN, 1, 1, len(body), 1, len(fields))
        return head + fields.ljust(_padded(len(fields), 8), b"\0") + body


def _padded(size: int, to: int) -> int:
    return -(-size // to) * to
