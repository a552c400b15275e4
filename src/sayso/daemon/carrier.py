"""Starts, hears and ends the carrier: the process that has ssh carry a place's socket to another
machine."""

import asyncio
import logging
from collections.abc import Callable, Sequence

from sayso.core.restarts import Restarts
from sayso.errors import FrameTooLarge, ParseError, ProtocolError
from sayso.platforms import select
from sayso.platforms.contract.processes import ChildProcess
from sayso.wire import carrier as wire
from sayso.wire.codec import Decoder

log = logging.getLogger(__name__)

LEAVE_SECONDS = 6.0
"""Seconds for the process to end after it was told to; then it is killed. The process itself gives
ssh more than four seconds to end."""


class Carrier(asyncio.Protocol):
    """One carrier, from `start` to `close`. If its process ends by itself, another is started."""

    def __init__(self, command: Sequence[str], changed: Callable[[], None]) -> None:
        """`changed` is called at each change of `state`."""
        self._command = command
        self._changed = changed
        self.state: wire.State = wire.Connecting()
        self._decoder = Decoder()
        self._child: ChildProcess | None = None
        self._transport: asyncio.Transport | None = None
        self._restarts = Restarts()
        self._next: asyncio.TimerHandle | None = None
        self._closed = False

    def start(self) -> None:
        self._next = None
        self._decoder.clear()
        try:
            self._child = select.processes().spawn(self._command)
        except OSError as error:
            self._again(f"no process can be started: {error.strerror}")
            return
        loop = asyncio.get_running_loop()
        self._connecting = loop.create_task(self._child.channel.serve(self))

    def try_again(self) -> None:
        """Has a carrier that waits or has stopped try again at once."""
        if self._transport:
            if not isinstance(self.state, wire.Up):
                self._tell(wire.Connecting())  # so that nobody takes the old state for the result
            self._transport.write(wire.write(wire.TryAgain()))
        elif not self._child and not self._closed:
            if self._next:
                self._next.cancel()
            self._restarts = Restarts()
            self.start()

    def close(self) -> None:
        """Ends the carrier, which first undoes what it has done on the other machine."""
        self._closed = True
        if self._next:
            self._next.cancel()
        if self._transport:
            self._transport.close()

    # What comes from the process

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)  # noqa: S101 (narrows the stub's type)
        self._transport = transport
        if self._closed:
            transport.close()

    def data_received(self, data: bytes) -> None:
        try:
            for message in self._decoder.feed(data):
                if isinstance(message, ParseError):
                    raise message
                self._tell(wire.read_state(message))
        except (ParseError, ProtocolError, FrameTooLarge):
            log.exception("a carrier broke the protocol and is ended")
            if self._transport:
                self._transport.abort()

    def connection_lost(self, _: Exception | None) -> None:
        self._transport = None
        if self._child:
            self._leaving = asyncio.get_running_loop().create_task(self._reap(self._child))

    async def _reap(self, child: ChildProcess) -> None:
        patience = asyncio.get_running_loop().call_later(LEAVE_SECONDS, child.process.kill)
        await asyncio.to_thread(child.process.wait)
        patience.cancel()
        self._child = None
        if not self._closed:
            self._again("its process ended by itself: see the daemon's log")

    def _again(self, why: str) -> None:
        delay = self._restarts.delay(asyncio.get_running_loop().time())
        if delay is None:
            self._tell(wire.Stopped(why, "try again: sayso remote add"))
            return
        self._tell(wire.Waiting(why, "", delay))
        self._next = asyncio.get_running_loop().call_later(delay, self.start)

    def _tell(self, state: wire.State) -> None:
        self.state = state
        if isinstance(state, wire.Up):
            self._restarts.succeeded()
        self._changed()
