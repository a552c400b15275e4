"""The tray's end of its channel to the daemon: reads what the daemon tells, and sends requests."""

from __future__ import annotations

from sayso.errors import (
    NotOpen,
    ParseError,
    ProtocolError,
    UnknownPlace,
    UnknownPrompt,
    UnknownQuietPeriod,
)
from sayso.wire import overview, rpc
from sayso.wire.codec import MAX_FRAME, Decoder, encode

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from typing import Protocol

    from sayso.core.overview import Overview, PromptOverview, TimedOutPrompt
    from sayso.errors import SaysoError
    from sayso.platforms.contract.channel import Channel

    class Listener(Protocol):
        def changed(self, overview: Overview, /) -> None: ...
        def timed_out(self, told: TimedOutPrompt, /) -> None: ...
        def not_shown(self, told: PromptOverview, /) -> None:
            """The question could not be shown, and is not tried again."""

        def failed(self, error: SaysoError, /) -> None:
            """A request failed. The words of the error are for the person."""

        def ended(self) -> None:
            """The daemon has gone: nothing more comes."""


_GONE = (NotOpen, UnknownPlace, UnknownPrompt, UnknownQuietPeriod)
"""Errors that are not told to the person: the thing that a request was about has ended in that
moment, as the next overview shows."""


class Link:
    def __init__(self, channel: Channel, listener: Listener) -> None:
        self.channel = channel
        self._listener = listener
        self._decoder = Decoder(limit=8 * MAX_FRAME)
        self._requests = 0

    def ask(self, method: str, **params: object) -> None:
        """Sends a request. The listener hears of it only if it fails."""
        self._requests += 1
        self._send(rpc.request(self._requests, method, params))

    def say(self, method: str, **params: object) -> None:
        self._send(rpc.notification(method, params))

    def readable(self) -> None:
        """Reads what has come; to be called when the channel is readable. Raises ProtocolError."""
        data = self.channel.receive()
        if not data:
            self._listener.ended()
        for message in self._decoder.feed(data):
            if isinstance(message, ParseError):
                raise ProtocolError(f"the daemon's message is not readable: {message}")
            self._take(rpc.read_reply(message))

    def _take(self, reply: rpc.Response | rpc.Failure | rpc.Notification) -> None:
        match reply:
            case rpc.Failure(_, error) if not isinstance(error, _GONE):
                self._listener.failed(error)
            case rpc.Notification("overview", params):
                self._listener.changed(overview.read(params))
            case rpc.Notification("timed_out", params):
                self._listener.timed_out(overview.read_timed_out(params))
            case rpc.Notification("not_shown", params):
                self._listener.not_shown(overview.read_not_shown(params))
            case _:
                pass  # a request that succeeded or came too late, or news of a later daemon

    def _send(self, message: dict[str, object]) -> None:
        """Sends a message. If the daemon has gone, nothing happens: the end is read next."""
        try:
            self.channel.send(encode(message))
        except BrokenPipeError:
            return
