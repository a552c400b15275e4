"""A channel for bytes between two processes: a named pipe, both ways, overlapped."""

from __future__ import annotations

import sys

assert sys.platform == "win32"

import _thread
import os
from contextlib import suppress

from sayso.platforms.windows.native import handles, pipes
from sayso.platforms.windows.native.buffers import buffer_of, room_for
from sayso.platforms.windows.native.handles import Event
from sayso.platforms.windows.native.pipes import Operation, State

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    import socket
    from asyncio import BaseProtocol
    from collections.abc import Callable
    from typing import Any, Self

    from sayso.core.secret import Bytes
    from sayso.platforms.contract.channel import Channel, Lent
    from sayso.platforms.contract.watching import CallOff
    from sayso.platforms.windows.sending import Sending
    from sayso.platforms.windows.transport import PipeTransport

_ROOM = 1 << 16


class PipeChannel:
    """One end of a channel; see the contract. While one thread waits, another may close it."""

    def __init__(self, handle: int) -> None:
        """`handle` is ours from now on."""
        self._handle = handle
        self._patience: float | None = None
        self._ended = Event()
        self._waiting = 0
        """How many threads wait. If the channel is closed meanwhile, the last one closes the
        handle."""
        self._lock = _thread.allocate_lock()
        self._readiness: Operation | None = None
        self._sending: Sending | None = None
        self._transport: PipeTransport | None = None

    def fileno(self) -> int:
        """The handle, under the name by which asyncio asks for it."""
        return self._handle

    @property
    def handle(self) -> int:
        """The pipe's handle, for modules of this platform. 0: it was closed."""
        return self._handle

    def peer_pid(self) -> int:
        """Pid of the process that opened the other end. Raises OSError."""
        return pipes.other_end(self._handle)

    def is_hung_up(self) -> bool:
        """Whether the other end has closed; what it sent may still be unread."""
        try:
            return pipes.state(self._handle) is not State.CONNECTED
        except OSError:
            return True

    def send(self, data: bytes | Bytes) -> None:
        if data:
            sending = self._begin(lambda operation: operation.write(*buffer_of(data)))
            self._finish(sending)

    def lend(self, data: bytes, sock: socket.socket) -> int:
        from sayso.errors import Unsupported

        raise Unsupported("a pipe of Windows hands no socket on")

    def receive(self) -> bytes:
        room = bytearray(_ROOM)
        return bytes(room[: self.receive_into(memoryview(room))])

    def receive_into(self, room: memoryview) -> int:
        self._end_readiness()
        try:
            reading = self._begin(lambda operation: operation.read(*room_for(room)))
            return self._finish(reading)
        except BrokenPipeError:
            return 0

    def _begin(self, start: Callable[[Operation], None]) -> Operation:
        """An operation that has begun. Raises BrokenPipeError: the channel was closed."""
        with self._lock:
            if not self._handle:
                raise BrokenPipeError("the channel is closed")
            self._waiting += 1
            operation = Operation(self._handle)
            start(operation)
            return operation

    def _finish(self, operation: Operation) -> int:
        """Waits for the operation; how many bytes it has read or written. Raises OSError."""
        try:
            try:
                ready = handles.wait_for_any(
                    [operation.event.handle, self._ended.handle], self._patience
                )
            finally:  # whatever ends the wait: until then the system writes to the operation
                done = operation.give_up()
            if ready is None and not done:
                raise TimeoutError("the other end takes or says nothing")
            if ready == 1 and not done:
                raise BrokenPipeError("the channel was ended")
            return done
        finally:
            self._leave()

    def _leave(self) -> None:
        with self._lock:
            self._waiting -= 1
            self._close_if_ended()

    def _close_if_ended(self) -> None:
        if self._handle and not self._waiting and handles.is_signalled(self._ended.handle):
            self._end_readiness()
            if self._sending:
                self._sending.close()
                self._sending = None
            handles.close(self._handle)
            self._handle = 0
            self._ended.close()

    def wait_at_most(self, seconds: float | None) -> None:
        self._patience = seconds

    def abort(self) -> None:
        """Disconnects, too; otherwise the other side could still read what it has not read yet."""
        with self._lock:
            if self._handle:
                with suppress(OSError):  # only the process that made the pipe can disconnect it
                    pipes.disconnect(self._handle)
        self.close()

    async def asend(self, data: bytes | Bytes) -> None:
        while data:
            sent = await self._proactor().send(self, data)
            data = memoryview(data)[sent:]

    async def areceive_into(self, room: memoryview) -> int:
        self._end_readiness()
        try:
            return int(await self._proactor().recv_into(self, room))
        except OSError as error:
            if pipes.is_of_the_end(error):
                return 0
            raise

    async def serve(self, protocol: BaseProtocol) -> None:
        from sayso.platforms.windows.transport import PipeTransport  # loads asyncio

        self._transport = PipeTransport(self, protocol)
        await self._transport.began()

    def send_some(self, data: memoryview) -> int:
        """Copies the data into locked memory of our own first: Windows does not tell how much a
        pipe can take, and would go on reading from the caller's memory until it was taken."""
        from sayso.platforms.windows.sending import Sending  # only a daemon with a secret needs it

        self._sending = self._sending or Sending(self._handle)
        return self._sending.begin(data)

    def watch_room(self, ready: Callable[[], None]) -> CallOff:
        from sayso.platforms.windows import readiness  # loads asyncio

        if self._sending is None:
            raise OSError("nothing is being sent")
        return readiness.watch(self._sending.room.handle, ready)

    def has_unread(self) -> bool:
        if self._transport and self._transport.holds_data:
            return True
        try:
            return pipes.unread(self._handle) > 0
        except OSError:  # nobody is at the other end
            return False

    def take_lent(self) -> Lent | None:
        """None, always: nothing can be sent along over a pipe."""
        return None

    def readable_event(self) -> int:
        """The handle of an event that is signalled once something has come, or the other end has
        closed. After something was received, there is another one."""
        if self._readiness is None:
            self._readiness = Operation(self._handle)
            self._readiness.read(None, 0)
        return self._readiness.event.handle

    def _end_readiness(self) -> None:
        if self._readiness:
            with suppress(OSError):  # what follows fails in the same way
                self._readiness.give_up()
            self._readiness = None

    def _proactor(self) -> Any:
        import asyncio  # whoever has a loop has loaded it

        # asyncio has no public call for a pipe that is there already
        return asyncio.get_running_loop()._proactor  # type: ignore[attr-defined]  # noqa: SLF001

    def close(self) -> None:
        with self._lock:
            if self._handle:
                self._ended.set()
                self._close_if_ended()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class InheritedChannel(PipeChannel):
    """A channel that stays open until this process has ended or the other end has closed, whatever
    closes it here."""

    def __init__(self, handle: int) -> None:
        super().__init__(handle)
        self._kept = handles.duplicate(handle)  # only `close` below closes this one

    def close(self) -> None:
        super().close()
        if self._kept and pipes.state(self._kept) is not State.CONNECTED:
            handles.close(self._kept)
            self._kept = 0


def pair() -> tuple[PipeChannel, int]:
    """A channel, and the handle of its other end, for a child process. Raises OSError."""
    name = rf"\\.\pipe\sayso-pair-{os.urandom(16).hex()}"
    ours = pipes.create(name, first=True, alone=True)
    try:
        return PipeChannel(ours), pipes.connect(name)
    except OSError:
        handles.close(ours)
        raise


def pipe(channel: Channel) -> PipeChannel:
    """The channel, which this platform must have made. Raises TypeError."""
    if not isinstance(channel, PipeChannel):
        raise TypeError(f"{type(channel).__name__} is not a channel of this platform")
    return channel
