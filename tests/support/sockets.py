"""Unix sockets of programs that a test has started."""

import sys

assert sys.platform != "win32"

import socket
from pathlib import Path


def listens(path: Path) -> bool:
    """Whether a program listens at this path. A socket is there a moment before its program listens
    (bind(2), listen(2))."""
    with socket.socket(socket.AF_UNIX) as asking:
        try:
            asking.connect(str(path))
        except OSError:
            return False
    return True
