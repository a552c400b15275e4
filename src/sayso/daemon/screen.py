"""The screen: dialog processes, one per dialog, and one kept warm for the next.

A dialog process gets its end of a socket pair as descriptor 0 (messages: `sayso.wire.screen`).
The end of that socket is the end of the process: what is left of it is killed and reaped, and
only then is its place on the screen free.
"""

import asyncio
import logging
import socket
import subprocess
import sys
from collections.abc import Callable, Sequence
from typing import assert_never

from sayso.core import events as e
from sayso.core.lineage import Lineage, Member
from sayso.errors import FrameTooLarge, ParseError, ProtocolError
from sayso.wire import codec
from sayso.wire import screen as wire
from sayso.wire.codec import Message

log = logging.getLogger(__name__)

COMMAND = (sys.executable, "-E", "-P", "-m", "sayso", "dialog")
"""Without the modules that an asker's directory or PYTHONPATH would put before ours."""

CLOSE_SECONDS = 1.5
"""For a dialog to go after it was told to; then it is killed."""

RECORDED_SECONDS = 0.6
"""For which a dialog shows that the answer was recorded, before it goes."""

_Report = Callable[["DialogProcess", wire.Report], None]


class DialogProcess(asyncio.Protocol):
    """One process and the socket to it. `run` is 0 while it is the spare."""

    def __init__(
        self, command: Sequence[str], report: _Report, ended: Callable[["DialogProcess"], None]
    ) -> None:
        """Raises OSError when it can't be started."""
        self.run = 0
        self._report = report
        self._ended = ended
        self._decoder = codec.Decoder()
        self._transport: asyncio.Transport | None = None
        self._outbox: list[bytes] = []
        self._killer: asyncio.TimerHandle | None = None
        ours, theirs = socket.socketpair()
        with theirs:
            try:
                self._process = subprocess.Popen(  # noqa: S603 (our own command, no shell)
                    command,
                    stdin=theirs.fileno(),
                    stdout=subprocess.DEVNULL,
                    cwd="/",
                    start_new_session=True,
                )
            except OSError:
                ours.close()
                raise
        loop = asyncio.get_running_loop()
        self._connecting = loop.create_task(loop.create_connection(lambda: self, sock=ours))

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)  # noqa: S101 (narrows the stub's type)
        self._transport = transport
        transport.writelines(self._outbox)

    def data_received(self, data: bytes) -> None:
        try:
            for message in self._decoder.feed(data):
                self._report(self, _read(message))
        except (ParseError, ProtocolError, FrameTooLarge):
            log.exception("a dialog process broke the protocol and is ended")
            self.kill()

    def connection_lost(self, _: Exception | None) -> None:
        self._transport = None
        self.kill()
        if self._killer:
            self._killer.cancel()
        self._process.wait()
        self._ended(self)

    def send(self, order: wire.Order) -> None:
        line = codec.encode(wire.write(order))
        if self._transport:
            self._transport.write(line)
        else:
            self._outbox.append(line)

    def go_within(self, seconds: float) -> None:
        """It is expected to end by itself; if it does not, it is killed."""
        loop = asyncio.get_running_loop()
        if not self._killer:
            self._killer = loop.call_later(seconds, self._not_acknowledged, seconds)

    def kill(self) -> None:
        """Safe at any time: the pid is ours until it is reaped. Nothing more is heard of it."""
        self._process.kill()
        if self._transport:
            self._transport.abort()  # a child of its own may hold the other end open

    def _not_acknowledged(self, seconds: float) -> None:
        log.error("not_acknowledged: dialog %d did not close within %g s", self.run, seconds)
        self.kill()


class DialogScreen:
    """Implements `sayso.daemon.runner.Screen` with real dialog processes."""

    def __init__(self, arming: float, command: Sequence[str] = COMMAND) -> None:
        """`arming`: seconds. `command` starts a dialog process."""
        self._arming = arming
        self._command = command
        self._post: Callable[[e.Event], None]
        self._processes: set[DialogProcess] = set()
        self._spare: DialogProcess | None = None
        self._stopped: asyncio.Event | None = None

    def start(self, report: Callable[[e.Event], None]) -> None:
        loop = asyncio.get_running_loop()
        self._post = lambda event: None if self._stopped else report(event)
        loop.call_soon(self._keep_spare)

    def show(self, effect: e.Show) -> None:
        process, self._spare = self._spare or self._launch(), None
        if process is None:
            loop = asyncio.get_running_loop()
            loop.call_soon(self._post, e.ScreenFailed("no dialog process could be started"))
            loop.call_soon(self._post, e.DialogEnded(effect.run))
            return
        process.run = effect.run
        asker = describe(effect.lineage)
        process.send(wire.Show(effect.number, effect.question, asker, effect.seconds, self._arming))

    def change_deadline(self, effect: e.ChangeDeadline) -> None:
        self._send(effect.run, wire.Update(effect.seconds))

    def recorded(self, run: int) -> None:
        self._send(run, wire.Recorded(), RECORDED_SECONDS + CLOSE_SECONDS)

    def not_recorded(self, run: int, reason: str) -> None:
        self._send(run, wire.NotRecorded(reason))

    def close(self, run: int) -> None:
        self._send(run, wire.Close(), CLOSE_SECONDS)

    async def stop(self) -> None:
        self._stopped = asyncio.Event()
        for process in self._processes:
            process.send(wire.Close())
            process.go_within(CLOSE_SECONDS)
        if self._processes:
            await self._stopped.wait()

    def _send(self, run: int, order: wire.Order, go_within: float | None = None) -> None:
        for process in self._processes:
            if process.run == run:
                process.send(order)
                if go_within is not None:
                    process.go_within(go_within)

    def _launch(self) -> DialogProcess | None:
        try:
            process = DialogProcess(self._command, self._report, self._ended)
        except OSError as error:
            log.error("no dialog process could be started: %s", error)  # noqa: TRY400 (no trace)
            return None
        self._processes.add(process)
        return process

    def _keep_spare(self) -> None:
        if not self._spare and not self._stopped:
            self._spare = self._launch()

    def _report(self, process: DialogProcess, report: wire.Report) -> None:
        run = process.run
        match report:
            case wire.Painted():
                self._post(e.Painted(run))
                self._keep_spare()
            case wire.Answer(choice):
                self._post(e.Answered(run, choice))
            case wire.Activity():
                self._post(e.Activity(run))
            case wire.Unusable(reason):
                log.warning("no dialog can be shown: %s", reason)
                if run:
                    self._post(e.ScreenFailed(reason))
            case wire.Ready() | wire.Closed():
                pass
            case _:
                assert_never(report)

    def _ended(self, process: DialogProcess) -> None:
        self._processes.discard(process)
        if process is self._spare:
            self._spare = None
        if process.run:
            self._post(e.DialogEnded(process.run))
        if self._stopped and not self._processes:
            self._stopped.set()


class NoScreen:
    """Where no screen is: the broker is told once, and never shows anything."""

    def __init__(self, reason: str) -> None:
        self._reason = reason

    def start(self, report: Callable[[e.Event], None]) -> None:
        report(e.ScreenChanged(self._reason))

    def show(self, _: e.Show) -> None:
        raise AssertionError("there is no screen to show anything on")

    def change_deadline(self, _: e.ChangeDeadline) -> None:
        """Nothing is shown."""

    def recorded(self, _: int) -> None:
        """Nothing is shown."""

    def not_recorded(self, _: int, __: str) -> None:
        """Nothing is shown."""

    def close(self, _: int) -> None:
        """Nothing is shown."""

    async def stop(self) -> None:
        """Nothing is shown."""


def _read(message: Message | ParseError) -> wire.Report:
    """Raises ParseError, ProtocolError."""
    if isinstance(message, ParseError):
        raise message
    report = wire.read(message)
    if isinstance(report, wire.Order):
        raise ProtocolError("an order from a dialog process")
    return report


def describe(lineage: Lineage) -> wire.Asker:
    """Who asks, as the dialog shows it."""
    asker = lineage.asker
    return wire.Asker(
        name=asker.name,
        command=_command(asker),
        cwd=lineage.cwd or "",
        pid=asker.process.pid,
        lineage=tuple(
            f"{member.process.pid} {_command(member) or member.name}" for member in lineage.members
        ),
        container=lineage.container,
    )


def _command(member: Member) -> str:
    return " ".join(member.argv or ())
