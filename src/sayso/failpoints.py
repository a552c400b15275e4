"""Named points at which a test can hold one of our processes, to kill it or another one there.

They are inert unless SAYSO_FAILPOINT names one: "NAME:/path/of/a/socket". A process that reaches it
then connects to that Unix socket, on Windows to that pipe, writes its name and its pid in a line,
and waits until the other end closes. That is all that a point can do: it only ever takes time,
hears nothing, and always returns.
"""

from __future__ import annotations

import os
from contextlib import suppress

VARIABLE = "SAYSO_FAILPOINT"
_PIPES = "\\\\.\\pipe\\"


def reach(name: str) -> None:
    """Waits here as long as a test that named this point likes; otherwise it does nothing."""
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
        elif path.startswith(_PIPES):  # and no file
            with open(path, "r+b", buffering=0) as pipe:  # noqa: PTH123 (pathlib is slow to load)
                pipe.write(said)
                while pipe.read(1):
                    pass
