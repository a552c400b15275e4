"""A channel within one process, for tests that need no system."""

import asyncio
import socket
import threading
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any, Self

from sayso.core.secret import Bytes
from sayso.errors import Unsupported
from sayso.platforms.contract.channel import Lent
from sayso.platforms.contract.watching import CallOff

HELD = 64 << 10
"""The most bytes that may wait to be read; who sends more must wait."""


class _Way:
    """One of a channel's two directions."""

    def __init__(self) -> None:
        self.changed = threading.Condition()
        self.data = bytearray()
        self.is_over = False
        """Whether nobody writes any more, or nobody reads."""
        self.told: list[Callable[[], None]] = []
        """Functions to call at each change."""

    def put(self, data: Any) -> int:
        """Adds as many bytes as there is room for. Returns how many. Raises BrokenPipeError (nobody
        reads) and BlockingIOError (no room)."""
        with self.changed:
            if self.is_over:
                raise BrokenPipeError("nobody reads")
            room = HELD - len(self.data)
            if not room:
                raise BlockingIOError("no room now")
            self.data += data[:room]
            self._tell()
            return min(room, len(data))

    def take(self, most: int) -> bytes:
        """At most so many bytes; empty after the end. Raises BlockingIOError: nothing has come
        yet."""
        with self.changed:
            if not self.data and not self.is_over:
                raise BlockingIOError("nothing has come")
            taken = bytes(self.data[:most])
            del self.data[:most]
            self._tell()
            return taken

    def end(self) -> None:
        with self.changed:
            self.is_over = True
            self._tell()

    def forget(self) -> None:
        with self.changed:
            self.data.clear()

    def _tell(self) -> None:
        self.changed.notify_all()
        for each in self.told:
            each()

    def awaited(self, act: Callable[[], Any], seconds: float | None) -> Any:
        """Repeats `act` until it no longer raises BlockingIOError. Returns the result. Raises
        TimeoutError, and what else `act` raises. `seconds`: None for no limit."""
        with self.changed:
            while True:
                try:
                    return act()
                except BlockingIOError:
                    if not self.changed.wait(seconds):
                        raise TimeoutError("timed out") from None


class MemoryChannel:
    """Fulfils `sayso.platforms.contract.channel.Channel`."""

    def __init__(self, coming: _Way, going: _Way) -> None:
        self._coming, self._going = coming, going
        self._seconds: float | None = None

    def send(self, data: bytes | Bytes) -> None:
        left = memoryview(data)
        while left:
            left = left[self._going.awaited(partial(self._going.put, left), self._seconds) :]

    def lend(self, data: bytes, sock: socket.socket) -> int:
        raise Unsupported("memory hands nothing on")

    def receive(self) -> bytes:
        data: bytes = self._coming.awaited(partial(self._coming.take, HELD), self._seconds)
        return data

    def receive_into(self, room: memoryview) -> int:
        data = self._coming.awaited(partial(self._coming.take, len(room)), self._seconds)
        room[: len(data)] = data
        return len(data)

    def wait_at_most(self, seconds: float | None) -> None:
        self._seconds = seconds

    def abort(self) -> None:
        self._going.end()
        self._coming.end()

    async def asend(self, data: bytes | Bytes) -> None:
        await asyncio.to_thread(self.send, data)

    async def areceive_into(self, room: memoryview) -> int:
        return await asyncio.to_thread(self.receive_into, room)

    async def serve(self, protocol: asyncio.BaseProtocol) -> None:
        assert isinstance(protocol, asyncio.Protocol)
        protocol.connection_made(_Transport(self, protocol, self._coming, self._going))

    def send_some(self, data: memoryview) -> int:
        return self._going.put(data)

    def watch_room(self, ready: Callable[[], None]) -> CallOff:
        loop = asyncio.get_running_loop()

        def look() -> None:
            if len(self._going.data) < HELD:
                loop.call_soon_threadsafe(ready)

        self._going.told.append(look)
        return lambda: self._going.told.remove(look)

    def has_unread(self) -> bool:
        return bool(self._coming.data)

    def take_lent(self) -> Lent | None:
        return None

    # For the other parts in memory

    def on_change(self, changed: Callable[[], None]) -> CallOff:
        """Calls `changed`, on any thread, at everything that comes or is read, and at the end."""
        ways = (self._coming, self._going)
        for way in ways:
            way.told.append(changed)

        def call_off() -> None:
            for way in ways:
                way.told.remove(changed)

        return call_off

    def is_ready(self) -> bool:
        """Whether something has come, or the other end has closed."""
        return bool(self._coming.data) or self._coming.is_over

    def has_hung_up(self) -> bool:
        """Whether both directions have ended."""
        return self._coming.is_over and self._going.is_over

    def close(self) -> None:
        self._coming.forget()
        self.abort()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class _Transport(asyncio.Transport):
    """The channel as a transport of the running asyncio loop."""

    def __init__(
        self, channel: MemoryChannel, protocol: asyncio.Protocol, coming: _Way, going: _Way
    ) -> None:
        super().__init__()
        self._channel, self._protocol = channel, protocol
        self._coming, self._going = coming, going
        self._loop = asyncio.get_running_loop()
        self._unsent = bytearray()
        self._is_paused = self._is_closing = False
        coming.told.append(self._soon)
        going.told.append(self._soon)
        self._soon()

    def _soon(self) -> None:
        self._loop.call_soon_threadsafe(self._look)

    def _look(self) -> None:
        with suppress(BlockingIOError):
            self._send()
        with suppress(BlockingIOError):
            self._receive()

    def _send(self) -> None:
        try:
            while self._unsent and not self._is_closing:
                del self._unsent[: self._going.put(self._unsent)]
        except BrokenPipeError:
            self.abort()

    def _receive(self) -> None:
        if self._is_paused or self._is_closing:
            return
        data = self._coming.take(HELD)
        if data:
            self._protocol.data_received(data)
        elif not self._protocol.eof_received():
            self.abort()

    def write(self, data: Any) -> None:
        self._unsent += data
        self._look()

    def pause_reading(self) -> None:
        self._is_paused = True

    def resume_reading(self) -> None:
        self._is_paused = False
        self._soon()

    def get_write_buffer_size(self) -> int:
        return len(self._unsent)

    def is_closing(self) -> bool:
        return self._is_closing

    def close(self) -> None:
        self.abort()

    def abort(self) -> None:
        if not self._is_closing:
            self._is_closing = True
            self._coming.told.remove(self._soon)
            self._going.told.remove(self._soon)
            self._channel.close()
            self._loop.call_soon(self._protocol.connection_lost, None)


def pair() -> tuple[MemoryChannel, MemoryChannel]:
    """Both ends of a new channel."""
    one, other = _Way(), _Way()
    return MemoryChannel(one, other), MemoryChannel(other, one)
