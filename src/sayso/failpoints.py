"""Named points in the code at which a test can hold one of our processes, to kill that process or
another one.

A point does nothing unless SAYSO_FAILPOINT names it: "NAME:/path/of/a/socket". A process that
reaches the named point connects to that Unix socket (on Windows, to that named pipe), writes the
point's name and its own pid in one line, and waits until the other end closes. That is all that a
point can do: it takes time, receives nothing, and always returns.
"""

from __future__ import annotations

import os
from contextlib import suppress

VARIABLE = "SAYSO_FAILPOINT"
_PIPES = "\\\\.\\pipe\\"


def reach(name: str) -> None:
    """Waits here as long as a test holds this point. Does nothing if no test has named it."""
    named, _, path = os.environ.get(VARIABLE, "").partition(":")
    if named == name:
        _wait(name, path)


def _wait(name: str, path: str) -> None:
    import socket

    said = f"{name} {os.getpid()}\n".encode()
    family = getattr(socket, "AF_UNIX", None)  # Windows has none
    with suppress(OSError):  # nobody listens: nothing to wait for
        if family is not None:
            with socket.socket(family) as test:
                test.connect(path)
                test.sendall(said)
                while test.recv(1):
                    pass
        elif path.startswith(_PIPES):  # a named pipe, never an ordinary file
            with open(path, "r+b", buffering=0) as pipe:  # noqa: PTH123 (pathlib is slow to load)
                pipe.write(said)
                while pipe.read(1):
                    pass
