"""The transport by which asyncio serves a pipe.

asyncio's own transport for pipes reads into memory that it never wipes, and passes copies on. But
secrets come over our pipes, so this transport reads only into the buffer that the protocol gives.
"""

import sys

assert sys.platform == "win32"

import asyncio
from collections import deque
from typing import Any, Protocol

from sayso.platforms.windows.native import pipes

_ROOM = 1 << 16
_HIGH_WATER = 1 << 16


class Pipe(Protocol):
    """A pipe that the transport serves. asyncio itself calls `fileno`."""

    def fileno(self) -> int: ...
    def close(self) -> None: ...


class PipeTransport(asyncio.Transport):
    """Reads while it is not paused. At most one read and one write are under way at a time."""

    def __init__(self, pipe: Pipe, protocol: asyncio.BaseProtocol) -> None:
        super().__init__()
        self._loop = asyncio.get_running_loop()
        # asyncio has no public call for a pipe that is there already
        self._proactor: Any = self._loop._proactor  # type: ignore[attr-defined]  # noqa: SLF001
        self._pipe = pipe
        self._protocol = protocol
        self._began = self._loop.create_future()
        self._reading: asyncio.Future[int] | None = None
        self._room: Any = None
        """The buffer that is read into."""
        self._held: int | None = None
        """How many bytes came while reading was paused; 0: the other end has closed. None: nothing
        came."""
        self._is_paused = False
        self._unsent: deque[bytes | memoryview] = deque()
        self._writing: asyncio.Future[int] | None = None
        self._high, self._low = _HIGH_WATER, _HIGH_WATER // 4
        self._protocol_waits = False
        self._is_closing = False
        self._is_lost = False
        self._loop.call_soon(self._begin)

    async def began(self) -> None:
        """Returns once the protocol has got this transport."""
        await self._began

    def _begin(self) -> None:
        try:
            self._protocol.connection_made(self)
        finally:
            if not self._began.done():
                self._began.set_result(None)
        self._read()

    def get_protocol(self) -> asyncio.BaseProtocol:
        return self._protocol

    def set_protocol(self, protocol: asyncio.BaseProtocol) -> None:
        self._protocol = protocol

    # Reading

    @property
    def holds_data(self) -> bool:
        """Whether data has come and waits here, as reading is paused."""
        return bool(self._held)

    def is_reading(self) -> bool:
        return not self._is_paused and not self._is_closing

    def pause_reading(self) -> None:
        self._is_paused = True

    def resume_reading(self) -> None:
        self._is_paused = False
        self._loop.call_soon(self._hand_on)

    def _hand_on(self) -> None:
        """Passes on what came while reading was paused, then reads on."""
        if self._held is None or self._is_paused:
            self._read()
            return
        held, self._held = self._held, None
        self._came(held)

    def _read(self) -> None:
        if self._is_closing or self._is_paused or self._reading or self._held is not None:
            return
        if isinstance(self._protocol, asyncio.BufferedProtocol):
            self._room = self._protocol.get_buffer(-1)
        elif self._room is None:
            self._room = bytearray(_ROOM)
        try:
            self._reading = self._proactor.recv_into(self._pipe, self._room)
        except OSError as error:
            self._fail(error)
        else:
            self._reading.add_done_callback(self._was_read)

    def _was_read(self, reading: "asyncio.Future[int]") -> None:
        self._reading = None
        if reading.cancelled() or self._is_lost:
            return
        if error := reading.exception():
            self._fail(error)
        elif self._is_paused:
            self._held = reading.result()
        else:
            self._came(reading.result())

    def _came(self, size: int) -> None:
        if self._is_closing:
            return
        if self._is_paused:
            self._held = size
            return
        try:
            self._tell(size)
        except BaseException as error:
            self._fail(error)  # the loop reports the error, too
            raise
        self._read()

    def _tell(self, size: int) -> None:
        """Tells the protocol that `size` bytes have come; 0: that the other end has closed."""
        assert isinstance(self._protocol, asyncio.Protocol | asyncio.BufferedProtocol)
        if not size:
            self._protocol.eof_received()
            self.close()  # a pipe has no half that could stay open
        elif isinstance(self._protocol, asyncio.BufferedProtocol):
            self._protocol.buffer_updated(size)
        else:
            self._protocol.data_received(bytes(memoryview(self._room)[:size]))

    # Writing

    def write(self, data: Any) -> None:
        if data and not self._is_closing:
            self._unsent.append(bytes(data))
            self._write()
            self._tell_of_room()

    def can_write_eof(self) -> bool:
        return False

    def get_write_buffer_size(self) -> int:
        return sum(map(len, self._unsent))

    def get_write_buffer_limits(self) -> tuple[int, int]:
        return self._low, self._high

    def set_write_buffer_limits(self, high: int | None = None, low: int | None = None) -> None:
        self._high = high if high is not None else 4 * low if low is not None else _HIGH_WATER
        self._low = low if low is not None else self._high // 4
        self._tell_of_room()

    def _write(self) -> None:
        """Begins to write the first piece. It stays in the queue, as its memory must stay until it
        is written."""
        if self._writing or not self._unsent or self._is_lost:
            return
        try:
            self._writing = self._proactor.send(self._pipe, self._unsent[0])
        except OSError as error:
            self._fail(error)
        else:
            self._writing.add_done_callback(self._was_written)

    def _was_written(self, writing: "asyncio.Future[int]") -> None:
        self._writing = None
        if writing.cancelled() or self._is_lost:
            return
        if error := writing.exception():
            self._fail(error)
            return
        head = memoryview(self._unsent.popleft())[writing.result() :]
        if head:
            self._unsent.appendleft(head)
        self._write()
        self._tell_of_room()
        if self._is_closing and not self._unsent:
            self._lose(None)

    def _tell_of_room(self) -> None:
        size = self.get_write_buffer_size()
        if size > self._high and not self._protocol_waits:
            self._protocol_waits = True
            self._protocol.pause_writing()
        elif size <= self._low and self._protocol_waits:
            self._protocol_waits = False
            self._protocol.resume_writing()

    # The end

    def is_closing(self) -> bool:
        return self._is_closing

    def close(self) -> None:
        if self._is_closing:
            return
        self._is_closing = True
        if not self._unsent:
            self._lose(None)

    def abort(self) -> None:
        self._fail(None)

    def _fail(self, error: BaseException | None) -> None:
        self._is_closing = True
        is_end = isinstance(error, OSError) and pipes.is_of_the_end(error)
        self._lose(None if is_end else error)

    def _lose(self, error: BaseException | None) -> None:
        if self._is_lost:
            return
        self._is_lost = True
        for pending in (self._reading, self._writing):
            if pending:
                pending.cancel()
        self._loop.call_soon(self._lost, error)

    def _lost(self, error: Any) -> None:
        if not self._began.done():
            self._began.set_result(None)
        self._unsent.clear()
        try:
            self._protocol.connection_lost(error)
        finally:
            self._pipe.close()

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        return default
