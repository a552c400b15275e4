"""One connection: turns bytes into requests and replies into bytes, and limits hostile peers."""

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
"""Seconds for a line to arrive whole, from its first byte."""

FIRST_SECONDS = 10.0
"""Seconds for the first line to arrive."""

SILENT_SECONDS = 600.0
"""Seconds after which a peer that neither sends a line nor waits for anything is disconnected."""

CLOSE_SECONDS = 2.0
"""Seconds for a peer to read the last replies."""

UNREAD_BYTES = 4 << 20
"""Bytes of replies that a peer may leave unread before it is disconnected."""


class Service(Protocol):
    """Answers requests; see `sayso.daemon.service`."""

    def request(self, connection: "Connection", request: rpc.Request) -> None:
        """Handles a request; the reply goes to the connection, now or later. Raises SaysoError."""

    def notified(self, connection: "Connection", told: rpc.Notification) -> None:
        """Handles a notification, which has no reply; only those from places come here. Raises
        SaysoError."""

    def receipt_unknown(self, number: int) -> None:
        """The answer to this question was sent to a place, and the connection ended before another
        line came from there."""

    def reach(self, connection: "Connection", is_lost: bool) -> None:
        """A client on another machine gives no sign of life any more (`is_lost`), or does again."""

    def is_waited_for(self, connection: "Connection") -> bool:
        """Whether a request of this connection has no reply yet, or a bound offer is unclaimed."""

    def hang_up(self, connection: "Connection") -> None:
        """The peer has gone."""


class Connection(asyncio.Protocol):
    """The connection of one peer. Replies are sent in the order in which they are ready."""

    lineage: Lineage
    """Who is at the other end: read once, when the peer connected, before its first byte is read.
    For a place, what the client there says of itself takes its place later."""

    def __init__(
        self,
        connections: Connections,
        service: Service,
        channel: Channel,
        place: str = "",
        user: int | None = None,
    ) -> None:
        """`place`: the place whose socket the peer used; empty: this machine's socket. `user`: the
        user who may use the socket; None: our own."""
        self.place = place
        self._user = user
        self._sent: int = 0
        """Number of the question whose answer was sent to a place that has sent no line since; 0:
        there is none."""
        self._signs_of_life: SignsOfLife | None = None
        """Signs of life of a client at a place; None until it has introduced itself."""
        self._connections = connections
        self._service = service
        self._channel = channel
        self._decoder = codec.Decoder()
        self._lending = Lending()
        self.lent: Lent | None = None
        """The socket that came along with the request that is just being handled."""
        self._transport: asyncio.Transport | None = None
        self._outbox: Outbox
        """Set once the peer has connected."""
        self._frame_timer: asyncio.TimerHandle | None = None
        self._silence_timer: asyncio.TimerHandle | None = None
        self._said_nothing = True
        self.active_at = asyncio.get_running_loop().time()
        """When the peer connected, or a line last came or went, on the loop's clock."""
        self._messages: Iterator[Message | ParseError] = iter(())
        """Messages that have come and are not handled yet; until they are, nothing more is read."""
        self._waits = False
        """A message waits for its turn in the fair queue."""
        self._is_last = False
        """The peer sends no more, or is not heard any more: the replies that it waits for are the
        last ones."""
        self._unwatch: CallOff | None = None
        """Ends the watch for the peer's hang-up; None: it is not watched."""

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
        self._outbox.flush()  # nothing can be sent any more: this wipes waiting secrets
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
        except InvalidRequest as error:  # it is unknown which request lent this socket
            self.fail(None, error)
            self.close()
            return
        self._messages = self._decoder.feed(data)
        self._go_on()
        if self._waits and self._transport:
            self._transport.pause_reading()

    def _go_on(self) -> None:
        """Queues the next message for its turn, or reads on if there is none."""
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
        except BaseException:  # our own error: the peer must not wait for ever for a reply
            self._waits = False  # `connection_lost` then hangs up what was asked before
            if self._transport is None:  # it has come already, and left that to us
                self._service.hang_up(self)
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
        """Raises UntrustedPeer if the process at the other end is not the one that connected: then
        we don't know who it is. A process at a place is not checked, as our kernel can't see it."""
        if self.lineage.claimed:
            return
        self._connections.check_requester(self._channel, self.lineage.requester)

    def eof_received(self) -> bool:
        """The peer sends no more, or has gone. It gets the replies that it waits for, then we
        close. True: asyncio must not close the connection yet."""
        self._stop_frame_timer()
        if self._decoder.partial:
            self.fail(None, ParseError("the last line has no newline"))
        self._is_last = True
        return self._close_soon()

    def _close_soon(self) -> bool:
        """Closes once the peer has the replies that it waits for, or has hung up. False: it can't
        be watched whether it hangs up."""
        try:
            if not self.close_when_done():
                self._watch()
        except OSError as error:
            log.warning("no way to see whether a peer goes: %s", error.strerror)
            return False
        return True

    def _watch(self) -> None:
        """Watches for the peer's hang-up. asyncio does not: after the end of the input it no longer
        reads the socket."""
        if self._transport and not self._unwatch:
            gone = self._transport.abort
            self._unwatch = self._connections.watch_hang_up(self._channel, gone)

    def _stop_watching(self) -> None:
        if self._unwatch:
            self._unwatch()
            self._unwatch = None

    def hear_no_more(self) -> None:
        """Reads no more requests; closes once the replies that the peer waits for are sent."""
        self._is_last = True
        self._messages = iter(())
        if self._transport and not self._transport.is_closing():
            self._transport.pause_reading()
        self._close_soon()

    def close_when_done(self) -> bool:
        """Closes if the peer sends no more and waits for nothing; returns whether it does."""
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
        """Takes over who asks, as the place says. From then on the client gives signs of life."""
        self.lineage = lineage
        if self._signs_of_life is None:
            self._signs_of_life = SignsOfLife(partial(self._service.reach, self))

    def expect_receipt(self, number: int) -> None:
        """The answer to this question is sent to a place, whose next line shows that the answer
        arrived. Only a client that has introduced itself sends such a line."""
        if self._signs_of_life:
            self._sent = number

    # The time for a line to arrive whole counts from its first byte.

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

    # A silent peer takes up one of the limited connections, so it is disconnected.

    @property
    def is_silent(self) -> bool:
        """Whether no line of the peer is on its way, and the peer waits for nothing. Replies that
        it has not read don't count, as whoever asks again gets them again; a secret does count."""
        on_its_way = self._waits or self._decoder.partial or self._outbox.holds_secret
        return not (on_its_way or self._service.is_waited_for(self) or self._has_unread())

    def _has_unread(self) -> bool:
        """Whether bytes have arrived at the system that we have not read yet."""
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
        """Sends a result. The raw bytes of `secret` follow the line; the secret is wiped once they
        are sent, or can't be."""
        self._send(rpc.response(identity, result), secret)
        self.close_when_done()

    def resume_writing(self) -> None:
        """The transport has sent all that it had: the next part can go."""
        self._outbox.flush()

    def fail(self, identity: rpc.RequestId | None, error: SaysoError) -> None:
        self._send(rpc.failure(identity, error))
        self.close_when_done()

    def notify(self, method: str, params: rpc.Params) -> None:
        self._send(rpc.notification(method, params))

    def abort(self) -> None:
        """Closes at once, after an error of our own."""
        if self._transport:
            self._transport.abort()

    def close(self) -> None:
        """Closes once all that was sent has gone out, after CLOSE_SECONDS at the latest."""
        if self._transport and not self._transport.is_closing():
            self._outbox.close()
            asyncio.get_running_loop().call_later(CLOSE_SECONDS, self._transport.abort)

    def _send(self, message: Message, secret: Secret | None = None) -> None:
        self.active_at = asyncio.get_running_loop().time()
        self._outbox.put(codec.encode(message), secret)
        if self._transport and self._outbox.unsent > UNREAD_BYTES:
            log.warning("a peer that does not read its replies was dropped")
            self._transport.abort()
