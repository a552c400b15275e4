"""Closes descriptors that another program made, without waiting for what it has left in them.

The last close of a socket waits until its data is sent, for as long as the program that made it has
said: socket(7), SO_LINGER. So does that of a Unix socket in which such a socket is on its way. Only
a thread that ends does not wait. So a thread takes a copy of all our descriptors, we close ours,
and then the thread ends: its close is the last.

What remains: any close of a file in a FUSE file system waits for the program that serves it. Only a
container that was given /dev/fuse has such files.
"""

import sys

assert sys.platform == "linux"

import os
import socket
import struct
from collections.abc import Iterable
from contextlib import suppress
from threading import Event, Thread

from sayso.platforms.linux.native import copy_descriptors

_NO_LINGER = struct.pack("ii", 0, 0)
"""struct linger of socket(7): off."""


def close_at_once(descriptors: Iterable[int]) -> None:
    holder = _Holder()
    try:
        for each in descriptors:
            if not holder.holds:
                _dont_linger(each)
            with suppress(OSError):  # what its file system says of it; it is closed all the same
                os.close(each)
    finally:
        holder.end()


class _Holder:
    """A thread that holds a copy of our descriptors until `end`."""

    def __init__(self) -> None:
        self.holds = False
        """False: this system can't do it."""
        self._started, self._done = Event(), Event()
        self._thread = Thread(target=self._hold, name="sayso-closing", daemon=True)
        with suppress(RuntimeError):  # there is no room for a thread
            self._thread.start()
            self._started.wait()

    def end(self) -> None:
        """Ends the thread. Its copy goes a moment later, with what is closed until then."""
        self._done.set()
        if self._started.is_set():
            self._thread.join()

    def _hold(self) -> None:
        with suppress(OSError, AttributeError):  # Linux before 5.9, or its C library
            copy_descriptors()
            self.holds = True
        self._started.set()
        self._done.wait()


def _dont_linger(descriptor: int) -> None:
    """The next best. It does not reach a socket that is on its way in this one."""
    with suppress(OSError):  # it is no socket
        sock = socket.socket(fileno=descriptor)
        try:
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _NO_LINGER)
        finally:
            sock.detach()
