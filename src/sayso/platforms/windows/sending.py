"""Keeps a secret that is on its way through a pipe until it is taken."""

import sys

assert sys.platform == "win32"

from contextlib import suppress

from sayso.platforms.contract.watching import CallOff
from sayso.platforms.windows import memory, readiness
from sayso.platforms.windows.native.buffers import buffer_of
from sayso.platforms.windows.native.handles import Event
from sayso.platforms.windows.native.pipes import BUFFER, Operation


class Sending:
    """Sends one piece at a time, from locked memory that is wiped as soon as the piece was taken.
    Needs a running asyncio loop."""

    def __init__(self, pipe: int) -> None:
        self.room = Event()
        """An event that is signalled while nothing is on its way."""
        self.room.set()
        self._pipe = pipe
        self._operation: Operation | None = None
        self._piece = memoryview(bytearray())
        self._unwatch: CallOff | None = None

    def begin(self, data: memoryview) -> int:
        """Begins to send a piece; how many bytes it has. Raises BlockingIOError if the piece before
        is still on its way, and OSError."""
        if self._operation:
            raise BlockingIOError("nobody has taken what was sent before")
        self._piece = memory.lock(min(len(data), BUFFER))
        self._piece[:] = data[: len(self._piece)]
        size = len(self._piece)
        self._operation = Operation(self._pipe)
        self._operation.write(*buffer_of(self._piece))
        if self._operation.is_over():
            self._end()
        else:
            self.room.reset()
            self._unwatch = readiness.watch(self._operation.event.handle, self._taken)
        return size

    def _taken(self) -> None:
        with suppress(OSError):  # the other end has gone: the next piece raises this error
            self._end()

    def _end(self) -> None:
        """Ends the operation and wipes the piece. Raises OSError: sending failed."""
        if self._unwatch:
            self._unwatch()
            self._unwatch = None
        operation, self._operation = self._operation, None
        try:
            if operation:
                operation.give_up()
        finally:
            self._piece[:] = bytes(len(self._piece))
            self._piece = memoryview(bytearray())
            self.room.set()

    def close(self) -> None:
        self._taken()
        self.room.close()
