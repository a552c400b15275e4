"""One connection: bytes to requests, replies to bytes, and what a hostile peer may not do."""

import asyncio
import logging
from collections.abc import Iterator
from functools import partial
from typing import Protocol

from sayso.core.lineage import Lineage
from sayso.core.secret import Secret
from sayso.daemon.connections import Connections
from sayso.daemon.lending import Lending
from sayso.daemon.outbox import Outbox
from sayso.daemon.signs_of_life import SignsOfLife
from sayso.errors import (
    FrameTooLarge,
    FrameTooSlow,
    InvalidRequest,
    ParseError,
    SaysoError,
    TooManyConnections,
)
from sayso.platforms.contract.channel import Channel, Lent
from sayso.platforms.contract.watching import CallOff
from sayso.wire import codec, rpc
from sayso.wire.codec import Message

log = logging.getLogger(__name__)

FRAME_SECONDS = 2.0
"""For a line to arrive whole."""

FIRST_SECONDS = 10.0
"""For the first line to arrive."""

SILENT_SECONDS = 600.0
"""Without a line, and without anything that it waits for."""

CLOSE_SECONDS = 2.0
"""For a peer to read the last replies."""

UNREAD_BYTES = 4 << 20
"""Replies that a peer may leave unread before it is dropped."""


class Service(Protocol):
    """Answers requests; see `sayso.daemon.service`."""

    def request(self, connection: "Connection", request: rpc.Request) -> None:
        """Replies now or later through the connection. Raises SaysoError."""

    def notified(self, connection: "Connection", told: rpc.Notification) -> None:
        """What is said without an answer, from a place. Raises SaysoError."""

    def receipt_unknown(self, number: int) -> None:
        """A place has gone to which the answer to this question was sent, without a line since."""

    def reach(self, connection: "Connection", is_lost: bool) -> None:
        """A place that has introduced itself gives no sign of life, or does again."""

    def is_waited_for(self, connection: "Connection") -> bool:
        """A request of this connection has no reply yet, or an offer that goes with it."""

    def hang_up(self, connection: "Connection") -> None:
        """The peer has gone."""


class Connection(asyncio.Protocol):
    """The lines of one peer, answered in the order in which their answers come."""

    lineage: Lineage
    """Read once, when the peer connected; set before its first byte is read. From a place, its own
    word follows."""

    def __init__(
        self,
        connections: Connections,
        service: Service,
        channel: Channel,
        place: str = "",
        user: int | None = None,
    ) -> None:
        """`place`: where its socket is for; empty: it is this machine's. `user`: who may use it;
        None: ours."""
        self.place = place
        self._user = user
        self._sent: int = 0
        """The question whose answer was sent to a place that has said nothing since; 0: none."""
        self._signs_of_life: SignsOfLife | None = None
        """Of a place's, once it has introduced itself."""
        self._connections = connections
        self._service = service
        self._channel = channel
        self._decoder = codec.Decoder()
        self._lending = Lending()
        self.lent: Lent | None = None
        """What came along with the request that is being answered, until that is done."""
        self._transport: asyncio.Transport | None = None
        self._outbox: Outbox
        """From when the peer has connected."""
        self._frame_timer: asyncio.TimerHandle | None = None
        self._silence_timer: asyncio.TimerHandle | None = None
        self._said_nothing = True
        self.active_at = asyncio.get_running_loop().time()
        """When it came, or a line last came or went, on the loop's clock."""
        self._messages: Iterator[Message | ParseError] = iter(())
        """What has come and had no turn yet; the peer is not read on before."""
        self._waits = False
        """For the turn of one of them."""
        self._is_last = False
        """The peer sends no more: the replies that it waits for are the last."""
        self._unwatch: CallOff | None = None
        """From then on it is watched whether it reads no more, either."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)  # noqa: S101 (narrows the stub's type)
        self._transport = transport
        self._outbox = Outbox(transport, self._channel)
        try:
            self.lineage = self._connections.admit(self, self._channel, self.place, self._user)
        except SaysoError as error:
            if not isinstance(error, TooManyConnections):
                log.warning("connection refused: %s", error.message)
            self.fail(None, error)
            self.close()
        else:
            self._look_again_in(FIRST_SECONDS)

    def connection_lost(self, _: Exception | None) -> None:
        self._transport = None
        self._outbox.flush()  # which goes nowhere now
        self._stop_frame_timer()
        if self._silence_timer:
            self._silence_timer.cancel()
        self._stop_watching()
        if self._signs_of_life:
            self._signs_of_life.stop()
        if self._sent:
            self._service.receipt_unknown(self._sent)
        self._lending.close()
        self._connections.forget(self)
        if not self._waits:
            self._service.hang_up(self)

    def data_received(self, data: bytes) -> None:
        try:
            self._lending.came(self._channel.take_lent(), data)
        except InvalidRequest as error:  # whose line it is can't be told
            self.fail(None, error)
            self.close()
            return
        self._messages = self._decoder.feed(data)
        self._go_on()
        if self._waits and self._transport:
            self._transport.pause_reading()

    def _go_on(self) -> None:
        """One message a turn."""
        try:
            message = next(self._messages, None)
        except FrameTooLarge as error:
            self.fail(None, error)
            self.close()
            message = None
        self._waits = message is not None
        if message is None:
            self._read_on()
        else:
            self._stop_frame_timer()
            self._connections.turns.take(self.lineage.account, partial(self._take, message))

    def _take(self, message: Message | ParseError) -> None:
        try:
            self._received(message)
        except BaseException:  # a fault of ours: the peer is not left waiting for a reply
            self.abort()
            raise
        self._go_on()

    def _read_on(self) -> None:
        if self._transport is None:
            self._service.hang_up(self)
        elif not (self._transport.is_closing() or self._is_last):
            if self._decoder.partial and not self._frame_timer:
                self._start_frame_timer()
            self._transport.resume_reading()

    def check_requester(self) -> None:
        """Raises UntrustedPeer: who is at the other end by now is not the process that connected,
        and so nobody that we know. Of who asks from a place our kernel knows nothing anyway."""
        if self.lineage.claimed:
            return
        self._connections.check_requester(self._channel, self.lineage.requester)

    def eof_received(self) -> bool:
        """The peer sends no more, as at the end of a pipe, or has gone. It gets the replies that it
        waits for, then we close; True: not yet."""
        self._stop_frame_timer()
        if self._decoder.partial:
            self.fail(None, ParseError("the last line has no newline"))
        self._is_last = True
        return self._close_soon()

    def _close_soon(self) -> bool:
        """Once it has what it waits for, unless it goes before. False: that can't be seen."""
        try:
            if not self.close_when_done():
                self._watch()
        except OSError as error:
            log.warning("no way to see whether a peer goes: %s", error.strerror)
            return False
        return True

    def _watch(self) -> None:
        """asyncio looks no more, as the end of what comes is always there to be read."""
        if self._transport and not self._unwatch:
            gone = self._transport.abort
            self._unwatch = self._connections.watch_hang_up(self._channel, gone)

    def _stop_watching(self) -> None:
        if self._unwatch:
            self._unwatch()
            self._unwatch = None

    def hear_no_more(self) -> None:
        """What is waited for is still replied, then it closes."""
        self._is_last = True
        self._messages = iter(())
        if self._transport and not self._transport.is_closing():
            self._transport.pause_reading()
        self._close_soon()

    def close_when_done(self) -> bool:
        """Whether it closes: the peer sends no more, and nothing waits for it."""
        done = self._is_last and not self._service.is_waited_for(self)
        if done:
            self._outbox.finish()
        return done

    def _received(self, message: Message | SaysoError) -> None:
        identity: rpc.RequestId | None = None
        self._said_nothing = False
        self.active_at = asyncio.get_running_loop().time()
        self.lent = self._lending.take()
        try:
            if isinstance(message, SaysoError):
                raise message
            given = message.get("id")
            identity = given if rpc.is_request_id(given) else None
            request = rpc.read_request(message)
            if self._signs_of_life:
                self._signs_of_life.hear()
            self._sent = 0
            if isinstance(request, rpc.Request):
                self._service.request(self, request)
            elif self.place:
                self._service.notified(self, request)
        except SaysoError as error:
            self.fail(identity, error)
        finally:
            if self.lent:
                self.lent.close()
                self.lent = None

    def introduce(self, lineage: Lineage) -> None:
        """Who asks from the place, as that place says. From then on it gives signs of life."""
        self.lineage = lineage
        if self._signs_of_life is None:
            self._signs_of_life = SignsOfLife(partial(self._service.reach, self))

    def expect_receipt(self, number: int) -> None:
        """The answer to this question goes to a place, whose next line shows that it was heard.
        Only a client that introduces itself says one."""
        if self._signs_of_life:
            self._sent = number

    # A line is given its time from the first byte that we see of it.

    def _start_frame_timer(self) -> None:
        loop = asyncio.get_running_loop()
        self._frame_timer = loop.call_later(FRAME_SECONDS, self._frame_is_late)

    def _stop_frame_timer(self) -> None:
        if self._frame_timer:
            self._frame_timer.cancel()
            self._frame_timer = None

    def _frame_is_late(self) -> None:
        self.fail(None, FrameTooSlow(f"no whole line within {FRAME_SECONDS:g} s"))
        self.close()

    # A peer that neither asks nor waits takes a place from those that do.

    @property
    def is_silent(self) -> bool:
        """Nothing of it is on its way, and it waits for nothing. What it leaves unread is its own
        affair, but for a secret: replies come again, to who asks again."""
        on_its_way = self._waits or self._decoder.partial or self._outbox.holds_secret
        return not (on_its_way or self._service.is_waited_for(self) or self._has_unread())

    def _has_unread(self) -> bool:
        """It has come as far as the system, and not to us yet."""
        return self._transport is not None and self._channel.has_unread()

    def _look_again_in(self, seconds: float) -> None:
        loop = asyncio.get_running_loop()
        self._silence_timer = loop.call_later(seconds, self._look_whether_silent)

    def _look_whether_silent(self) -> None:
        if self._said_nothing:
            self.fail(None, FrameTooSlow(f"no line within {FIRST_SECONDS:g} s"))
            self.close()
            return
        left = self.active_at + SILENT_SECONDS - asyncio.get_running_loop().time()
        if left <= 0 and self.is_silent:
            self.close()
        else:
            self._look_again_in(left if left > 0 else SILENT_SECONDS)

    # Replies

    def respond(
        self, identity: rpc.RequestId, result: rpc.Params, secret: Secret | None = None
    ) -> None:
        """Raw bytes of a secret follow the line; it is wiped once they are sent, or can't be."""
        self._send(rpc.response(identity, result), secret)
        self.close_when_done()

    def resume_writing(self) -> None:
        """Nothing waits to be sent any more."""
        self._outbox.flush()

    def fail(self, identity: rpc.RequestId | None, error: SaysoError) -> None:
        self._send(rpc.failure(identity, error))
        self.close_when_done()

    def notify(self, method: str, params: rpc.Params) -> None:
        self._send(rpc.notification(method, params))

    def abort(self) -> None:
        """At once, after a fault of ours."""
        if self._transport:
            self._transport.abort()

    def close(self) -> None:
        """After what was sent has gone out; a peer that does not read it is given some time."""
        if self._transport and not self._transport.is_closing():
            self._outbox.close()
            asyncio.get_running_loop().call_later(CLOSE_SECONDS, self._transport.abort)

    def _send(self, message: Message, secret: Secret | None = None) -> None:
        self.active_at = asyncio.get_running_loop().time()
        self._outbox.put(codec.encode(message), secret)
        if self._transport and self._outbox.unsent > UNREAD_BYTES:
            log.warning("a peer that does not read its replies was dropped")
            self._transport.abort()
