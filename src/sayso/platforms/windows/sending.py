"""A secret on its way through a pipe, for as long as nobody takes it."""

import sys

assert sys.platform == "win32"

from contextlib import suppress

from sayso.platforms.contract.watching import CallOff
from sayso.platforms.windows import memory, readiness
from sayso.platforms.windows.native.buffers import buffer_of
from sayso.platforms.windows.native.handles import Event
from sayso.platforms.windows.native.pipes import BUFFER, Operation


class Sending:
    """One piece at a time, in locked memory, wiped as soon as it was taken; on an asyncio loop."""

    def __init__(self, pipe: int) -> None:
        self.room = Event()
        """Is signalled while nothing is on its way."""
        self.room.set()
        self._pipe = pipe
        self._operation: Operation | None = None
        self._piece = memoryview(bytearray())
        self._unwatch: CallOff | None = None

    def begin(self, data: memoryview) -> int:
        """How many bytes are on their way now, or were taken. Raises BlockingIOError: others still
        are; and OSError."""
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
        with suppress(OSError):  # the other end has gone: whoever sends next hears of it
            self._end()

    def _end(self) -> None:
        """Raises OSError: it failed."""
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
