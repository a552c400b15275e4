"""The connection to the tray, over a socket that the tray's process inherited. Settings can be
changed only over this socket.

The tray is sent an overview at each change, and requests what the person wants outside of dialogs.
"""

import asyncio
import logging
from collections.abc import Callable, Coroutine
from typing import Any

from sayso.core import events as e
from sayso.core.overview import PromptOverview
from sayso.core.prompt import Prompt
from sayso.core.text import visible_line
from sayso.daemon.overview import (
    Surroundings,
    gist,
    has_timed_out,
    overview,
    timed_out,
    was_given_up,
)
from sayso.daemon.runner import Runner
from sayso.errors import (
    FrameTooLarge,
    InvalidRequest,
    ParseError,
    ProtocolError,
    SaysoError,
    UnknownMethod,
)
from sayso.wire import codec, messages, rpc, tray
from sayso.wire import overview as wire
from sayso.wire.codec import Message

log = logging.getLogger(__name__)

PAUSE_SECONDS = 0.1
"""Least number of seconds between two overviews, however many questions come."""

HANG_SECONDS = 10.0
"""Seconds for which the tray may fail to read what it is sent, after the system's buffers are full;
then it is ended."""

Configure = Callable[[str, object], Coroutine[Any, Any, None]]
"""Writes a setting, by name and value, to the person's file. Raises SaysoError."""


class _Call:
    """Sends the response to one request of the tray: an empty result, or the error."""

    def __init__(self, tray: "TrayConnection", identity: rpc.RequestId) -> None:
        self._tray = tray
        self._identity = identity

    def hear(self, told: e.Told) -> None:
        if isinstance(told, e.Fail):
            self._tray.send(rpc.failure(self._identity, told.error))
        else:
            self._tray.send(rpc.response(self._identity, {}))


class TrayConnection(asyncio.Protocol):
    """The daemon's end of the connection. It closes when the tray closes its end, breaks the
    protocol or stops reading."""

    def __init__(
        self,
        runner: Runner,
        around: Callable[[], Surroundings],
        configure: Configure,
        close_place: Callable[[str], None],
        pause: float,
        end_all: Callable[[], None],
        ready: Callable[[], None],
        impossible: Callable[[str], None],
        inbox: Callable[[str | None], None],
        ended: Callable[[], None],
    ) -> None:
        """`close_place`: lets the place of this name ask no more. `end_all`: ends the daemon. The
        others are called: `ready` when the tray works, `impossible` with the reason why there can
        be no tray, `inbox` with the reason why the tray does not show the person what waits (None:
        it does), `ended` when the connection is closed."""
        self._runner = runner
        self._around = around
        self._configure = configure
        self._close_place = close_place
        self._pause = pause
        self._end_all = end_all
        self._ready = ready
        self._impossible = impossible
        self._inbox = inbox
        self._ended = ended
        self._decoder = codec.Decoder()
        self._transport: asyncio.Transport | None = None
        self._closed = False
        self._gist: object = None
        """The `gist` of the last overview that was sent."""
        self._open: list[tuple[Prompt, PromptOverview]] = []
        """The open questions, each with its description in the last overview."""
        self._soon: asyncio.TimerHandle | None = None
        self._patience: asyncio.TimerHandle | None = None
        """The timer for a tray that does not read; None: it reads."""
        self._writing: set[asyncio.Task[None]] = set()
        """Tasks that write settings; kept here, as the loop does not keep its tasks alive."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)  # noqa: S101 (narrows the stub's type)
        self._transport = transport
        if self._closed:
            transport.abort()
        else:
            self._send_overview()

    def connection_lost(self, _: Exception | None) -> None:
        self._transport = None
        self._calm()
        if self._soon:
            self._soon.cancel()
        self._ended()

    def close(self) -> None:
        """Closes the connection, now or as soon as it is made."""
        self._closed = True
        if self._transport:
            self._transport.abort()

    def pause_writing(self) -> None:
        """The tray does not read: sends nothing more until it does, and ends it after
        HANG_SECONDS."""
        loop = asyncio.get_running_loop()
        self._patience = loop.call_later(HANG_SECONDS, self._hangs)

    def resume_writing(self) -> None:
        self._calm()
        self.changed()

    def _hangs(self) -> None:
        log.error("the tray did not read for %g s, and is ended", HANG_SECONDS)
        self.close()

    def _calm(self) -> None:
        if self._patience:
            self._patience.cancel()
            self._patience = None

    def data_received(self, data: bytes) -> None:
        try:
            for message in self._decoder.feed(data):
                self._received(message)
        except (ParseError, ProtocolError, FrameTooLarge):
            log.exception("the tray broke the protocol and is ended")
            self.close()

    def changed(self) -> None:
        """The state may have changed: sends an overview soon."""
        if self._patience:
            return
        self._report_ended()
        if self._transport and self._soon is None:
            self._soon = asyncio.get_running_loop().call_later(self._pause, self._send_overview)

    def send(self, message: Message) -> None:
        if self._transport:
            self._transport.write(codec.encode(message))

    def _send_overview(self) -> None:
        self._soon = None
        around = self._around()
        what = gist(self._runner.broker, around)
        if what == self._gist:
            return
        self._gist = what
        told = overview(self._runner.broker, around, self._runner.now())
        self._open = list(zip(self._runner.broker.queue, told.prompts, strict=True))
        self.send(rpc.notification("overview", wire.write(told)))

    def _report_ended(self) -> None:
        """Tells the tray which of the questions in the last overview have timed out, or could not
        be shown."""
        over = [each for each in self._open if not each[0].is_open]
        self._open = [each for each in self._open if each[0].is_open]
        for prompt, told in over:
            if has_timed_out(prompt):
                late = timed_out(prompt, told, self._runner.now())
                self.send(rpc.notification("timed_out", wire.write_timed_out(late)))
            elif was_given_up(prompt):
                self.send(rpc.notification("not_shown", wire.write_not_shown(told)))

    # What the person wants

    def _received(self, message: Message | ParseError) -> None:
        """Handles one message from the tray. Raises ParseError, ProtocolError."""
        if isinstance(message, ParseError):
            raise message
        given = message.get("id")
        try:
            request = rpc.read_request(message)
        except InvalidRequest as error:
            raise ProtocolError(error.message) from error
        if isinstance(request, rpc.Notification):
            self._notified(request)
            return
        assert rpc.is_request_id(given)  # noqa: S101 (a request has one)
        try:
            self._do(request)
        except SaysoError as error:
            self.send(rpc.failure(request.id, error))

    def _notified(self, said: rpc.Notification) -> None:
        """Handles a notification. Raises ProtocolError."""
        match said:
            case rpc.Notification("ready"):
                self._ready()
            case rpc.Notification("impossible", {"reason": str(reason)}):
                self._impossible(visible_line(reason))
            case rpc.Notification("inbox", {"absent": None}):
                self._inbox(None)
            case rpc.Notification("inbox", {"absent": str(reason)}):
                self._inbox(visible_line(reason))
            case _:
                raise ProtocolError("a tray does not say this")

    def _do(self, request: rpc.Request) -> None:
        """Carries out a request. Raises SaysoError."""
        model = tray.REQUESTS.get(request.method)
        if model is None:
            raise UnknownMethod("no such method for the tray", field="method")
        match messages.parse(model, request.params):
            case tray.Configure(name=name, value=value):
                task = asyncio.get_running_loop().create_task(self._write(request.id, name, value))
                self._writing.add(task)
                task.add_done_callback(self._writing.discard)
            case tray.ClosePlace(name=name):
                self._close_place(name)
                self.send(rpc.response(request.id, {}))
            case tray.Quit():
                self.send(rpc.response(request.id, {}))
                self._end_all()
            case tray.BringForward(number=number):
                self._post(request.id, lambda call: e.BringForward(call, number))
            case tray.BeginQuiet(number=number):
                self._post(request.id, lambda call: e.BeginQuiet(call, number))
            case tray.EndQuiet(number=number):
                self._post(request.id, lambda call: e.EndQuiet(call, number))
            case messages.DoNotDisturb(seconds=seconds):
                self._post(request.id, lambda call: e.DoNotDisturb(call, seconds))

    def _post(self, identity: rpc.RequestId, event: Callable[[int], e.Event]) -> None:
        self._runner.post(event(self._runner.new_call(_Call(self, identity))))

    async def _write(self, identity: rpc.RequestId, name: str, value: object) -> None:
        try:
            await self._configure(name, value)
        except SaysoError as error:
            self.send(rpc.failure(identity, error))
        else:
            self.send(rpc.response(identity, {}))
