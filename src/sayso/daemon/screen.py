"""The screen: dialog processes, one per dialog, and a spare one that is ready for the next dialog.

A dialog process gets its end of a socket pair as file descriptor 0 (messages: `sayso.wire.screen`).
When that socket ends, the process is killed and reaped, and only then can the next dialog be shown.
"""

import asyncio
import logging
import shlex
from collections.abc import Callable, Sequence
from typing import assert_never

from sayso.core import events as e
from sayso.core.behalf import Behalf, heads
from sayso.core.lineage import Lineage, Member
from sayso.core.secret import wipe
from sayso.core.settings import FINISHED_SECONDS, RECORDED_SECONDS, SPARE_SECONDS
from sayso.daemon import children
from sayso.daemon.display_resolver import MOMENTS, DisplayResolver
from sayso.errors import (
    FrameTooLarge,
    MemoryNotLocked,
    NotAcknowledged,
    ParseError,
    ProtocolError,
)
from sayso.failpoints import reach
from sayso.platforms import select
from sayso.platforms.contract.processes import ChildProcess
from sayso.wire import codec
from sayso.wire import screen as wire
from sayso.wire.codec import Message

log = logging.getLogger(__name__)

CLOSE_SECONDS = 1.5
"""Seconds for a dialog to close after it was told to; then it is killed."""

READY_SECONDS = 8.0
"""Seconds for a dialog process to load its toolkit and open the screen; then it is replaced."""

DONE_SECONDS = 1.5
"""Seconds for a dialog to carry out an order; if it does not, it is stuck, and is replaced."""

REPLACED_SECONDS = 1.0
"""Seconds before a spare is started after a dialog process has ended, if there is none."""

PING_SECONDS = 2.0
"""Seconds between two checks whether the dialog on the screen is stuck."""

ROOM = 4 << 10
"""Bytes read at once from a dialog process."""

NO_PROCESS = "no dialog process could be started"

_Report = Callable[["DialogProcess", wire.Report], None]


class DialogProcess(asyncio.BufferedProtocol):
    """One dialog process and the socket to it. `run`: the number of its dialog; 0 while it is the
    spare.

    What comes from a dialog for a password may hold the password, so it is read into locked memory,
    and wiped there.
    """

    def __init__(
        self, child: ChildProcess, report: _Report, ended: Callable[["DialogProcess"], None]
    ) -> None:
        self.run = 0
        self.ready = False
        """The process has loaded its toolkit and opened the screen."""
        self._report = report
        self._ended = ended
        self._decoder = codec.Decoder(secrets=_locked)
        self._room = self._read_to = memoryview(bytearray(ROOM))
        self._transport: asyncio.Transport | None = None
        self._drawn = False
        """The first frame is drawn. Before that only `show` has to be done in time: how long the
        drawing may take is limited by the question's `render_timeout`."""
        self._leaving = False
        """The process is to end within a time limit, which no other message extends."""
        self._closed = False
        """The process has said that its window is gone."""
        self.unacknowledged = ""
        """What the process failed to say, and in which time, so that it was killed; empty: it was
        not."""
        self._outbox: list[wire.Order] = []
        """Orders that wait until the process is ready."""
        self._undone = 0
        """How many orders the process has not reported as carried out yet."""
        self._patience: asyncio.TimerHandle | None = None
        self._process = child.process
        loop = asyncio.get_running_loop()
        self._connecting = loop.create_task(child.channel.serve(self))
        self._expect("ready", READY_SECONDS)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)  # noqa: S101 (narrows the stub's type)
        self._transport = transport

    def get_buffer(self, _: int) -> memoryview:
        self._read_to = self._room
        return self._room

    def buffer_updated(self, size: int) -> None:
        data = self._read_to[:size]  # not `_room`: the read may have begun before `guard`
        try:
            for message in self._decoder.feed(data):
                self._heard(_read(message))
        except MemoryNotLocked as error:
            log.error("a password could not be taken: %s", error)  # noqa: TRY400 (no trace)
            self.kill()
        except (ParseError, ProtocolError, FrameTooLarge):
            log.exception("a dialog process broke the protocol and is ended")
            self.kill()
        finally:
            wipe(data)

    def connection_lost(self, _: Exception | None) -> None:
        self._transport = None
        self._decoder.clear()
        self._room = self._read_to = memoryview(b"")  # frees the locked memory, which is scarce
        self.kill()
        self._calm()
        self._process.wait()
        self._ended(self)

    def send(self, order: wire.Order) -> None:
        """Sends an order, at the latest once the process is ready. A process that does not carry it
        out in time is killed."""
        if not self.ready:
            self._outbox.append(order)
        elif self._transport:
            self._transport.write(codec.encode(wire.write(order)))
            self._undone += 1
            if not self._patience and (self._drawn or isinstance(order, wire.Show)):
                self._expect("done", DONE_SECONDS)

    def guard(self) -> None:
        """Reads into locked memory from now on, as a secret may come. A read that has begun already
        gets no secret: the process first reports that it has the question. Raises
        MemoryNotLocked."""
        self._room = _locked(ROOM)

    def close(self) -> None:
        """Closes the dialog. A process that is not ready has no window yet, so it is killed."""
        if self.ready:
            self.send(wire.Close())
            self.go_within(CLOSE_SECONDS)
        else:
            self.kill()

    def go_within(self, seconds: float) -> None:
        """Expects the process to end by itself within `seconds`; if it does not, it is killed."""
        self._leaving = True
        self._expect("closed", seconds)

    def kill(self) -> None:
        """Kills the process, and reads nothing more from it. Safe at any time: nobody else gets the
        pid before the process is reaped."""
        self._process.kill()
        if self._transport:
            self._transport.abort()  # now, however long the system takes to end the process

    def _heard(self, report: wire.Report) -> None:
        match report:
            case wire.Ready():
                self.ready = True
                self._kept_its_word()
                outbox, self._outbox = self._outbox, []
                for order in outbox:
                    self.send(order)
            case wire.Covered() | wire.Painted():
                self._drawn = True
                self._kept_its_word()
            case wire.Done() if self._undone:
                self._undone -= 1
                self._kept_its_word()
            case wire.Closed():
                self._closed = True
        self._report(self, report)

    def _kept_its_word(self) -> None:
        """An expected message came: the time for the next one counts from now."""
        if self._leaving:
            return
        self._calm()
        if self._undone and self._drawn:
            self._expect("done", DONE_SECONDS)

    def _expect(self, signal: str, seconds: float) -> None:
        self._calm()
        loop = asyncio.get_running_loop()
        self._patience = loop.call_later(seconds, self._not_acknowledged, signal, seconds)

    def _calm(self) -> None:
        if self._patience:
            self._patience.cancel()
            self._patience = None

    def _not_acknowledged(self, signal: str, seconds: float) -> None:
        if self._closed:
            log.error("dialog %d said closed, but did not end; it is killed", self.run)
        else:
            self.unacknowledged = f"did not say {signal} within {seconds:g} s"
            name = NotAcknowledged.name
            log.error("%s: dialog %d %s; it is killed", name, self.run, self.unacknowledged)
        self.kill()


class DialogScreen:
    """Implements `sayso.daemon.runner.Screen` with real dialog processes."""

    def __init__(
        self,
        name: str | None,
        command: Sequence[str] = children.DIALOG,
        first: ChildProcess | None = None,
        resolver: DisplayResolver | None = None,
    ) -> None:
        """`name`: the session's name for its screen; None: there is no screen yet. `command`:
        starts a dialog process. `first`: a dialog process that runs already."""
        self.name = name
        self.reason = None if name else select.session().no_screen()
        self.unguarded: str | None = None
        """What a dialog is not guarded against on this screen; None: nothing that is known."""
        self.place = name
        """The session's name for its screen, usable or not; None: the session has no screen."""
        self._came: Callable[[], None]
        self._resolver = resolver or DisplayResolver(select.session().join)
        self._command = command
        self._first = first
        self._post: Callable[[e.Event], None]
        self._processes: set[DialogProcess] = set()
        self._spare: DialogProcess | None = None
        self._replaces_unready = True
        """Whether a process that ends before it was ready is replaced: only one in a row is, until
        one does get ready, or there is another screen or session bus."""
        self._stopped: asyncio.Event | None = None
        self._pinging: asyncio.TimerHandle | None = None

    def start(self, report: Callable[[e.Event], None], came: Callable[[], None]) -> None:
        self._came = came
        self._post = lambda event: None if self._stopped else report(event)
        if self.place is None:
            self._post(e.ScreenChanged(self.reason))
        asyncio.get_running_loop().call_soon(self._keep_spare)

    def sought(self, then: Callable[[], None]) -> None:
        """Calls `then`: at once if there is a screen, as far as is known, else after a screen was
        looked for."""
        if self.name or self._stopped:
            then()
        else:
            self._resolver.seek(lambda: self._sought(then))

    def session_came(self) -> None:
        """If there is no screen, looks for the new session's screen, now and several times later,
        as it may not be usable at once."""
        if self.name:
            return
        loop = asyncio.get_running_loop()
        for moment in MOMENTS:
            loop.call_later(moment, self.sought, self._keep_spare)

    def session_bus_came(self) -> None:
        """Replaces the spare: dialogs find assistive technology by the session bus, and a process
        that started before there was a bus never does."""
        if self._spare:
            self._replace_spare()

    def show(self, effect: e.Show) -> None:
        process, self._spare = self._spare or self._launch(), None
        if process is None:
            loop = asyncio.get_running_loop()
            loop.call_soon(self._post, e.ScreenFailed(NO_PROCESS))
            loop.call_soon(self._post, e.DialogEnded(effect.run))
            return
        process.run = effect.run
        if effect.question.secret:
            try:
                process.guard()
            except MemoryNotLocked as error:
                log.error("no password can be typed: %s", error)  # noqa: TRY400 (no trace)
                process.kill()
                return
        asker = describe(effect.lineage, effect.says_it_is, effect.behalf)
        hand = effect.arming, effect.accessibility_approval
        more = effect.denied_to, effect.draft
        order = effect.number, effect.question, asker, effect.standing, *hand, *more
        process.send(wire.Show(*order, lists_queue=True, activation=effect.activation))
        reach("daemon.showing")
        self._ping_later()

    def update(self, effect: e.Update) -> None:
        self._send(effect.run, wire.Update(effect.standing))

    def list_queue(self, effect: e.ListQueue) -> None:
        self._send(effect.run, wire.Queue(effect.rows))

    def bring_forward(self, effect: e.BringDialogForward) -> None:
        self._send(effect.run, wire.BringForward(effect.takes_keyboard))

    def recorded(self, effect: e.Recorded) -> None:
        self._send(effect.run, wire.Recorded(effect.kept_for))
        reach("daemon.recorded")
        self._goes_within(effect.run, RECORDED_SECONDS)

    def not_recorded(self, run: int, reason: str) -> None:
        self._send(run, wire.NotRecorded(reason))

    def finished(self, run: int, done: bool) -> None:
        self._send(run, wire.Finished(done))
        self._goes_within(run, FINISHED_SECONDS)

    def close(self, run: int) -> None:
        for process in self._of(run):
            process.close()
            self._keep_spare()  # a spare is started as a dialog is drawn: this one may not have

    async def stop(self) -> None:
        self._stopped = asyncio.Event()
        for process in self._processes:
            process.close()
        if self._processes:
            await self._stopped.wait()

    def _sought(self, then: Callable[[], None]) -> None:
        found = self._resolver.found
        if found and found != self.place and not self._stopped:
            log.info("there is a screen: %s", found)
            self.place = found
            self._has(found)
            self._replace_spare()  # the old spare would show its dialog on the old screen
            self._post(e.ScreenChanged(None))
        then()

    def _replace_spare(self) -> None:
        if self._spare:
            self._spare.kill()
            self._spare = None
        self._replaces_unready = True
        self._keep_spare()

    def _has(self, name: str) -> None:
        had, self.name, self.reason = self.name, name, None
        if not had:
            self._came()

    def _of(self, run: int) -> list[DialogProcess]:
        """The process of this dialog, as a list; empty: it has ended."""
        return [process for process in self._processes if process.run == run]

    def _goes_within(self, run: int, seconds: float) -> None:
        """Expects a dialog to end by itself, after it has shown a message for `seconds`."""
        for process in self._of(run):
            process.go_within(seconds + CLOSE_SECONDS)

    def _send(self, run: int, order: wire.Order) -> None:
        for process in self._of(run):
            process.send(order)

    def _ping(self) -> None:
        """Checks that the dialogs are not stuck, again and again while there is one: without a
        dialog no timer runs."""
        shown = [process for process in self._processes if process.run]
        for process in shown:
            process.send(wire.Ping())
        if shown:
            self._ping_later()

    def _ping_later(self) -> None:
        if self._pinging:
            self._pinging.cancel()
        self._pinging = asyncio.get_running_loop().call_later(PING_SECONDS, self._ping)

    def _launch(self) -> DialogProcess | None:
        try:
            child, self._first = self._first or select.processes().spawn(self._command), None
        except OSError as error:
            log.error("%s: %s", NO_PROCESS, error)  # noqa: TRY400 (no trace)
            self.name, self.reason = None, NO_PROCESS
            return None
        process = DialogProcess(child, self._report, self._ended)
        self._processes.add(process)
        return process

    def _keep_spare(self) -> None:
        if self.place and not self._spare and not self._stopped:
            self._spare = self._launch()

    def _report(self, process: DialogProcess, report: wire.Report) -> None:
        run = process.run
        match report:
            case wire.Covered():
                self._post(e.Covered(run))
                self._keep_spare()
            case wire.Painted():
                reach("daemon.painted")
                self._post(e.Painted(run))
                asyncio.get_running_loop().call_later(SPARE_SECONDS, self._keep_spare)
            case wire.Answer() | wire.Submitted() | wire.Filled():
                reach("daemon.answered")
                self._post(_answer(run, report))
            case wire.Drafted(entries):
                self._post(e.Drafted(run, entries))
            case wire.Activity() | wire.Later() | wire.OpenQueue() | wire.BringUp():
                self._post(_without_answer(run, report))
            case wire.Ready(name, unguarded):
                self._has(name)
                self.unguarded = unguarded
            case wire.Unusable(reason):
                self.name, self.reason = None, reason
                log.warning("no dialog can be shown: %s", reason)
                if run:
                    self._post(e.ScreenFailed(reason))
                self.sought(_nothing)
            case wire.Closed() | wire.Done():
                pass
            case _:
                assert_never(report)

    def _ended(self, process: DialogProcess) -> None:
        self._processes.discard(process)
        if process is self._spare:
            self._spare = None
        if process.ready or self._replaces_unready:
            self._replaces_unready = process.ready
            asyncio.get_running_loop().call_later(REPLACED_SECONDS, self._keep_spare)
        if process.run:
            self._post(e.DialogEnded(process.run, process.unacknowledged))
        if self._stopped and not self._processes:
            self._stopped.set()


def _nothing() -> None:
    """Does nothing: it is enough that the screen was looked for."""


def _locked(size: int) -> memoryview:
    return select.memory().lock(size)


def _read(message: Message | ParseError) -> wire.Report:
    """The dialog process's report. Raises ParseError, ProtocolError."""
    if isinstance(message, ParseError):
        raise message
    report = wire.read(message)
    if isinstance(report, wire.Order):
        raise ProtocolError("an order from a dialog process")
    return report


def _without_answer(
    run: int, report: wire.Activity | wire.Later | wire.OpenQueue | wire.BringUp
) -> e.Activity | e.PutOff | e.QueueOpened | e.BroughtUp:
    """The event for something that the person does without answering."""
    match report:
        case wire.Activity():
            return e.Activity(run)
        case wire.Later():
            return e.PutOff(run)
        case wire.OpenQueue():
            return e.QueueOpened(run)
        case wire.BringUp(number):
            return e.BroughtUp(run, number)
        case _:
            assert_never(report)


def _answer(
    run: int, report: wire.Answer | wire.Submitted | wire.Filled
) -> e.Answered | e.Submitted | e.Filled:
    match report:
        case wire.Answer(choice, by, checked, words):
            return e.Answered(run, choice, by, checked, words or "")
        case wire.Submitted(secret, by, checked):
            return e.Submitted(run, secret, by, checked)
        case wire.Filled(entries, by):
            return e.Filled(run, entries, by)


def describe(lineage: Lineage, says_it_is: str = "", behalf: Behalf | None = None) -> wire.Asker:
    """Who asks, as the dialog shows it. If it is a fact for which process the question is asked,
    that process is named first.

    If a place does not say who asks there, no processes are named.
    """
    first = heads(lineage, behalf)
    is_fact = first is not lineage
    asker = first.asker
    through = (*lineage.between, lineage.asker) if is_fact else ()
    carrier = lineage.carrier
    says_nothing = lineage.claimed and not lineage.requester.pid
    return wire.Asker(
        name=asker.name,
        command=_command(asker),
        cwd=first.cwd or "",
        pid=asker.process.pid,
        between=tuple(member.name for member in (*through, *first.between)),
        lineage=() if says_nothing else _lines(first),
        container=_is_container(lineage),
        host=lineage.place,
        claimed=lineage.claimed,
        carrier_pid=carrier.process.pid if carrier else 0,
        carrier_command=_command(carrier) or carrier.name if carrier else "",
        says_it_is=says_it_is or None,
        unproven=lineage.unproven,
        through=_lines(lineage) if is_fact else (),
        speaker=lineage.asker.name if is_fact else None,
        asks_for=_claimed(behalf) if behalf and not is_fact else None,
    )


def _is_container(lineage: Lineage) -> bool:
    """Whether the asker is in a container, as far as is known. A process in a nested pid namespace
    that did not come through a place's socket counts as the person's own program."""
    carrier = lineage.carrier
    comes_unseen = carrier is not None and not carrier.process.pid
    return lineage.container or comes_unseen or bool(lineage.nested and lineage.place)


def _claimed(behalf: Behalf) -> wire.AsksFor:
    cwd = None if behalf.lineage is None else behalf.lineage.cwd
    return wire.AsksFor(behalf.pid, behalf.programs, cwd)


def _lines(lineage: Lineage) -> tuple[str, ...]:
    """One line for each process of the lineage: its pid and its command line."""
    return tuple(
        f"{member.process.pid} {_command(member) or member.name}" for member in lineage.members
    )


def _command(member: Member) -> str:
    return shlex.join(member.argv or ())
