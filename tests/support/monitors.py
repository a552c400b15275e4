"""Arranges several monitors on one screen.

Xvfb has one RandR output, and GTK takes each output for a monitor. Xvnc gets an output for each
monitor that a viewer reports; this module does just enough of a viewer to report them. RFB: RFC
6143, and for ExtendedDesktopSize and SetDesktopSize the rfbproto community's description.
"""

import socket
import struct
from collections.abc import Sequence
from dataclasses import dataclass
from io import RawIOBase
from pathlib import Path

_VERSION = b"RFB 003.008\n"
_NO_SECURITY = 1
_EXTENDED_DESKTOP_SIZE = -308
_SET_ENCODINGS, _UPDATE_REQUEST, _SET_DESKTOP_SIZE = 2, 3, 251


@dataclass(frozen=True)
class Monitor:
    """Position and size of a monitor, in pixels of the screen."""

    x: int
    y: int
    width: int
    height: int


def extent(monitors: Sequence[Monitor]) -> tuple[int, int]:
    """Width and height of the smallest screen that holds these monitors."""
    return max(m.x + m.width for m in monitors), max(m.y + m.height for m in monitors)


def arrange(viewer: Path, monitors: Sequence[Monitor]) -> None:
    """Reports these monitors to the Xvnc that listens for viewers on this socket. Returns once it
    has them."""
    with socket.socket(socket.AF_UNIX) as connection:
        connection.settimeout(10)
        connection.connect(str(viewer))
        with connection.makefile("rwb", buffering=0) as stream:
            _join(stream)
            _set(stream, monitors)


def _join(stream: RawIOBase) -> None:
    _read(stream, len(_VERSION))
    stream.write(_VERSION)
    (kinds_of_security,) = _read(stream, 1)
    _read(stream, kinds_of_security)
    stream.write(bytes([_NO_SECURITY]))
    assert not any(_read(stream, 4)), "it lets no viewer in"
    stream.write(b"\1")  # other viewers may stay
    (name,) = struct.unpack(">20xI", _read(stream, 24))
    _read(stream, name)


def _set(stream: RawIOBase, monitors: Sequence[Monitor]) -> None:
    width, height = extent(monitors)
    stream.write(struct.pack(">BxHi", _SET_ENCODINGS, 1, _EXTENDED_DESKTOP_SIZE))
    stream.write(struct.pack(">BxHHBx", _SET_DESKTOP_SIZE, width, height, len(monitors)))
    for number, m in enumerate(monitors, 1):
        stream.write(struct.pack(">IHHHHI", number, m.x, m.y, m.width, m.height, 0))
    stream.write(struct.pack(">BBHHHH", _UPDATE_REQUEST, 0, 0, 0, width, height))
    encoding, count = struct.unpack(">12xiB", _read(stream, 17))
    assert (encoding, count) == (_EXTENDED_DESKTOP_SIZE, len(monitors)), "it has other monitors"


def _read(stream: RawIOBase, length: int) -> bytes:
    data = b""
    while len(data) < length:
        more = stream.read(length - len(data))
        assert more, "it has hung up"
        data += more
    return data
