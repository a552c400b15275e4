"""The daemon's link to the keeper: sends it every change, and starts another keeper when it ends.

What the two say, and in which order, stands in `sayso.wire.keeper`.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from sayso import __version__
from sayso.core import events as e
from sayso.core.records import Records
from sayso.core.restarts import Restarts
from sayso.daemon import children
from sayso.errors import FrameTooLarge, NotAcknowledged, ParseError, ProtocolError
from sayso.platforms.contract.channel import Channel
from sayso.platforms.contract.processes import ChildProcess
from sayso.wire import keeper as wire
from sayso.wire.codec import Decoder, Message

log = logging.getLogger(__name__)

KEPT_SECONDS = 1.0
"""Seconds for the keeper to acknowledge a change; then it is replaced."""

START_SECONDS = 8.0
"""Seconds for a new keeper to load, and to take all records if they are not many."""

START_BYTES = 1 << 20
"""Bytes of records for which a new keeper gets one second more. A busy machine takes five times as
many in a second; 100 000 kept answers have some hundred times as many."""

INHERIT_SECONDS = 2.0
"""Seconds for the keeper's next bytes to a successor; it began to send before the successor was
loaded."""

LEAVE_SECONDS = 1.0
"""Seconds for a keeper to end after it was told to; then it is killed."""


def inherit(channel: Channel) -> tuple[Records, str]:
    """Reads what the keeper sends first of all to the successor that it has started: returns all
    records, and the keeper's version.

    Raises ParseError, ProtocolError, FrameTooLarge or OSError if they do not arrive whole.
    """
    channel.wait_at_most(INHERIT_SECONDS)
    memory = wire.Memory()
    decoder = Decoder(limit=wire.MAX_LINE)
    while memory.commit is None:
        data = channel.receive()
        if not data:
            raise ProtocolError("the keeper ended before it had told everything")
        for message in decoder.feed(data):
            said = _read(message)
            if not isinstance(said, wire.Put | wire.Drop | wire.Commit):
                raise ProtocolError(f"a successor can't take {type(said).__name__}")
            memory.take(said)
    return memory.records, memory.commit.version


class KeeperProcess(asyncio.Protocol):
    """One keeper process and the channel to it."""

    def __init__(self, child: ChildProcess, link: "KeeperLink") -> None:
        self.acknowledged = False
        """The keeper has acknowledged a commit, so it has held all records at least once."""
        self.pid = child.process.pid
        self._other = child
        self._link = link
        self._decoder = Decoder(limit=wire.MAX_LINE)
        self._transport: asyncio.Transport | None = None
        self._unsent: list[bytes] = []
        loop = asyncio.get_running_loop()
        self._connecting = loop.create_task(child.channel.serve(self))

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)  # noqa: S101 (narrows the stub's type)
        self._transport = transport
        transport.writelines(self._unsent)
        self._unsent.clear()

    def data_received(self, data: bytes) -> None:
        try:
            for message in self._decoder.feed(data):
                self._take(_read(message))
        except (ParseError, ProtocolError, FrameTooLarge):
            log.exception("the keeper broke the protocol and is replaced")
            self.kill()

    def _take(self, said: wire.Said) -> None:
        """Handles one message from the keeper. Raises ProtocolError."""
        match said:
            case wire.Kept(number):
                self._link.kept(self, number)
            case wire.AreYouThere():
                self.send(wire.write(wire.Here()))
            case _:
                raise ProtocolError(f"a daemon can't take {type(said).__name__}")

    def connection_lost(self, _: Exception | None) -> None:
        self._transport = None
        self._other.process.kill()
        self._other.process.wait()
        self._other.channel.close()  # an inherited channel is not closed with its transport
        self._link.ended(self)

    def send(self, data: bytes) -> bool:
        """Sends the data; returns whether the system has taken all of it already."""
        if not self._transport:
            self._unsent.append(data)
            return False
        self._transport.write(data)
        return not (self._transport.is_closing() or self._transport.get_write_buffer_size())

    def kill(self) -> None:
        self._other.process.kill()
        if self._transport:
            self._transport.abort()


class KeeperLink:
    """Implements `sayso.daemon.runner.Keeper` with a real keeper."""

    def __init__(
        self,
        handover: Mapping[str, Any],
        gave_up: Callable[[bool], None],
        first: ChildProcess | None = None,
        command: Sequence[str] = children.KEEPER,
    ) -> None:
        """`handover`: describes the listening socket. `gave_up`: called when no keeper can be
        started; its argument says whether a keeper has ever held anything. `first`: a keeper that
        runs already. `command`: starts another one."""
        self._handover = handover
        self._gave_up = gave_up
        self._first = first
        self._command = command
        self._everything: Callable[[], e.Keep]
        self._on_kept: Callable[[], None]
        self._process: KeeperProcess | None = None
        self._next: KeeperProcess | None = None
        """It is to take the place of the other, and holds nothing yet."""
        self._restarts = Restarts()
        self._number = 0
        """Number of the last commit."""
        self._held = 0
        """Number of the last commit that was acknowledged."""
        self._waiting: deque[int] = deque()
        """Numbers of the commits whose acknowledgement is still to be reported to `_on_kept`."""
        self._patience: asyncio.TimerHandle | None = None
        self._start_seconds = START_SECONDS
        """Seconds for this keeper to acknowledge its first commit."""
        self._leaving = False
        self._gone = asyncio.Event()
        self._settled = asyncio.Event()
        """The keeper holds everything, or none can be started."""

    def start(self, everything: Callable[[], e.Keep], kept: Callable[[], None]) -> None:
        self._everything, self._on_kept = everything, kept
        if self._first:
            self._use(KeeperProcess(self._first, self))
        else:
            self._launch()

    def keep(self, effect: e.Keep) -> bool:
        self._waiting.append(self._number + 1)
        return self._commit(effect, whole=False)

    def kept(self, process: KeeperProcess, number: int) -> None:
        """This keeper holds all up to this commit. Raises ProtocolError if no such commit was sent
        yet."""
        if number > self._number:
            raise ProtocolError(f"the keeper holds commit {number}; the last was {self._number}")
        if process is self._next:
            self._change_over(process)
            return
        if process is not self._process:
            return  # what it holds is lost with it
        process.acknowledged = True
        self._held = number
        if number == self._number:
            self._settled.set()
        self._restarts.succeeded()
        self._expect()
        while self._waiting and self._waiting[0] <= number:
            self._waiting.popleft()
            self._on_kept()

    def ended(self, process: KeeperProcess) -> None:
        """This keeper has gone."""
        if process is self._next:
            self._next = None
            if not self._leaving:
                log.error("the keeper that was to be the next has ended; the one there stays")
        if process is not self._process:
            return
        self._process = None
        self._settled.clear()
        self._calm()
        self._gone.set()
        if not self._leaving:
            self._start_again()

    @property
    def pid(self) -> int | None:
        """Pid of the keeper; None: there is no keeper just now."""
        return self._process.pid if self._process else None

    def renew(self) -> None:
        """Starts a keeper of this version. Once that is loaded, it takes the place of the one
        there, which holds everything until then."""
        try:
            child = children.start_keeper(self._command, self._handover)
        except OSError as error:
            log.error("no keeper of this version could be started: %s", error)  # noqa: TRY400 (no trace)
            return
        self._next = KeeperProcess(child, self)
        self._next.send(wire.write(wire.Commit(self._number, __version__)))
        self._end_later(self._next, START_SECONDS)

    def replace(self) -> None:
        """Ends this keeper, so that another is started. Until that one holds all records, nothing
        is acknowledged."""
        if self._process:
            self._process.kill()

    def examine(self) -> None:
        """Has the keeper acknowledge once more that it holds everything; a keeper that hangs is
        replaced."""
        if self._process:
            self._commit(e.Keep({}), whole=False)

    async def whole(self) -> bool:
        """Waits until the keeper holds everything. False: no keeper can be started."""
        while not self._settled.is_set():  # it may have gone before this wakes up
            await self._settled.wait()
        return self._process is not None

    async def leave(self) -> None:
        """Ends the keeper, as this daemon ends for good."""
        self._leaving = True
        self._calm()
        if self._next:
            self._next.kill()
        if self._process is None:
            return
        self._gone.clear()
        self._process.send(wire.write(wire.Leave()))
        try:
            await asyncio.wait_for(self._gone.wait(), LEAVE_SECONDS)
        except TimeoutError:
            log.warning("the keeper did not leave within %g s and is ended", LEAVE_SECONDS)
            self.replace()
            await self._gone.wait()

    def _change_over(self, following: KeeperProcess) -> None:
        """The one there goes first: if this daemon dies in between, there is no keeper. There are
        never two that would start a successor each."""
        if self._process and self._process.send(wire.write(wire.Leave())):
            self._end_later(self._process, LEAVE_SECONDS)
        elif self._process:
            self._process.kill()  # it does not read, and may never hear that it is to leave
        self._calm()
        self._next = None
        self._use(following)

    def _end_later(self, process: KeeperProcess, seconds: float) -> None:
        """Ends this keeper after these seconds, unless it is the one in use by then."""

        def end() -> None:
            if process is not self._process:
                process.kill()

        asyncio.get_running_loop().call_later(seconds, end)

    def _start_again(self) -> None:
        loop = asyncio.get_running_loop()
        delay = self._restarts.delay(loop.time())
        if delay is None:
            log.error("no keeper can be started")
            self._settled.set()
            self._gave_up(self._held > 0)
            return
        log.warning("the keeper has gone; another one is started in %g s", delay)
        self._patience = loop.call_later(delay, self._launch)

    def _launch(self) -> None:
        try:
            child = children.start_keeper(self._command, self._handover)
        except OSError as error:
            log.error("no keeper could be started: %s", error)  # noqa: TRY400 (no trace)
            self._start_again()
        else:
            self._use(KeeperProcess(child, self))

    def _use(self, process: KeeperProcess) -> None:
        self._process = process
        self._patience = None
        self._commit(self._everything(), whole=True)

    def _commit(self, effect: e.Keep, whole: bool) -> bool:
        """Sends a change to the keeper. If there is no keeper just now, the next one is sent
        everything. True: the change can't be lost: the system has taken it, and the keeper holds
        all before it."""
        self._number += 1
        self._settled.clear()
        if not self._process:
            return False
        commit = wire.Commit(self._number, __version__, whole)
        data = wire.batch(effect.put, effect.drop, commit)
        if whole:
            self._start_seconds = START_SECONDS + len(data) // START_BYTES
        is_sent = self._process.send(data)
        if not self._patience:
            self._expect()
        return is_sent and self._process.acknowledged

    def _expect(self) -> None:
        self._calm()
        if self._process and self._held < self._number:
            seconds = KEPT_SECONDS if self._process.acknowledged else self._start_seconds
            loop = asyncio.get_running_loop()
            self._patience = loop.call_later(seconds, self._not_acknowledged, seconds)

    def _calm(self) -> None:
        if self._patience:
            self._patience.cancel()
            self._patience = None

    def _not_acknowledged(self, seconds: float) -> None:
        self._patience = None
        error = NotAcknowledged(f"the keeper did not say kept within {seconds:g} s")
        log.error("%s: %s; it is replaced", error.name, error.message)
        self.replace()


def _read(message: Message | ParseError) -> wire.Said:
    """The keeper's message. Raises ParseError, ProtocolError."""
    if isinstance(message, ParseError):
        raise message
    return wire.read(message)
