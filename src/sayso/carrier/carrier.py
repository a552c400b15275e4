"""Keeps a socket of the daemon reachable on one other machine, and reports its state."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable

from sayso.carrier.connection import connect
from sayso.carrier.pauses import Pauses
from sayso.carrier.ssh import Ssh
from sayso.errors import FrameTooLarge, OutOfReach, ParseError, ProtocolError, SaysoError
from sayso.platforms.contract.channel import Channel
from sayso.values import assert_never
from sayso.wire import carrier as wire
from sayso.wire.codec import Decoder

log = logging.getLogger(__name__)


class Carrier(asyncio.Protocol):
    """Keeps the connection to one place up, and serves the channel to the daemon: orders come in,
    states go out."""

    def __init__(self, make: Callable[[bool], Ssh], here: str, pauses: Pauses) -> None:
        """`make`: makes the ssh for each new connection; True: it may ask the person something;
        raises SaysoError. `here`: path of the daemon's socket."""
        self._make = make
        self._here = here
        self._pauses = pauses
        self._decoder = Decoder()
        self._transport: asyncio.Transport | None = None
        self._again = asyncio.Event()
        self._closed = asyncio.Event()

    async def run(self, channel: Channel) -> None:
        """Runs until the daemon says close or goes away; then nothing is left there or here."""
        await channel.serve(self)
        loop = asyncio.get_running_loop()
        carrying, closed = loop.create_task(self._carry()), loop.create_task(self._closed.wait())
        await asyncio.wait({carrying, closed}, return_when=asyncio.FIRST_COMPLETED)
        carrying.cancel()
        await asyncio.wait({carrying})
        if not carrying.cancelled():
            carrying.result()  # raises: only an error of our own ends it

    async def _carry(self) -> None:
        while True:
            self._tell(wire.Connecting())
            try:
                await self._once()
            except OutOfReach as error:
                seconds = self._pauses.ended()
                self._tell(wire.Waiting(error.message, error.remedy, seconds))
                await self._told_to_try(seconds)
            except SaysoError as error:
                self._tell(wire.Stopped(error.message, error.remedy))
                await self._told_to_try(None)

    async def _once(self) -> None:
        """Runs one connection until it ends. Always raises SaysoError, which says why."""
        async with await connect(self._make(self._pauses.may_ask), self._here) as connection:
            self._pauses.came_up()
            self._tell(wire.Up(connection.pid, connection.path))
            raise await connection.ended()

    async def _told_to_try(self, seconds: float | None) -> None:
        """Returns when the daemon says to try again, or after `seconds`; None: no time limit."""
        self._again.clear()
        try:
            await asyncio.wait_for(self._again.wait(), seconds)
        except TimeoutError:
            return
        self._pauses.begin_again()

    # -- called by asyncio: the channel to the daemon

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)  # noqa: S101 (narrows the stub's type)
        self._transport = transport

    def connection_lost(self, _: Exception | None) -> None:
        self._transport = None
        self._closed.set()

    def data_received(self, data: bytes) -> None:
        try:
            for message in self._decoder.feed(data):
                if isinstance(message, ParseError):
                    raise message
                self._take(wire.read_order(message))
        except (ParseError, ProtocolError, FrameTooLarge):
            log.exception("the daemon broke the protocol")
            self._closed.set()

    def _take(self, order: wire.Order) -> None:
        match order:
            case wire.TryAgain():
                self._again.set()
            case wire.Close():
                self._closed.set()
            case _:
                assert_never(order)

    def _tell(self, state: wire.State) -> None:
        if self._transport:
            self._transport.write(wire.write(state))
