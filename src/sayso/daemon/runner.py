"""The one interpreter of effects: passes events to the broker and carries out the effects that it
returns.

Everything happens on the event loop's thread. Events that arrive while effects are carried out wait
their turn, so that effects keep their order. Effects after a Keep are held back until the keeper
has acknowledged it: nothing leaves this process that would be forgotten if it died the next moment.
There is one exception: an offer of an outcome that was kept before does not wait for the
acknowledgement. It is made once the system has taken the data for the keeper; the claim that
follows does wait.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Callable
from functools import partial
from typing import Protocol, assert_never

from sayso.core import events as e
from sayso.core.broker import Broker
from sayso.core.lineage import Lineage, Process
from sayso.daemon import on_behalf
from sayso.daemon.log import Log
from sayso.errors import Stopping
from sayso.failpoints import reach
from sayso.platforms.contract.channel import Lent
from sayso.platforms.contract.peer import Peer
from sayso.platforms.contract.watching import CallOff

log = logging.getLogger(__name__)

LONGEST_SLEEP = 5.0
"""Longest time in seconds that a timer is set for: the loop's timers stand still while the machine
is suspended, the broker's clock does not."""


class Call(Protocol):
    """Where the reply to one request goes."""

    def hear(self, told: e.Told) -> None:
        """Gets one effect. Any but Progress ends the call, except a bound Offer, after which Over
        ends it. A secret in a Reply belongs to the call, which wipes it once it is sent."""


class Screen(Protocol):
    """Shows one dialog at a time. Reports events: Painted, Answered, …, and after each show
    DialogEnded."""

    @property
    def name(self) -> str | None:
        """The system's name for the screen (":0"); None: as far as is known, nothing can be
        shown."""

    @property
    def reason(self) -> str | None:
        """Why nothing can be shown; None: it can, as far as is known."""

    @property
    def unguarded(self) -> str | None:
        """What a dialog is not guarded against on this screen; None: nothing that is known."""

    @property
    def place(self) -> str | None:
        """The session's name for its screen, usable or not; None: the session has no screen."""

    def start(self, report: Callable[[e.Event], None], came: Callable[[], None]) -> None:
        """Called once, before anything else. `report`: gets the events, on the loop's thread.
        `came`: called when there is a screen where none was."""

    def sought(self, then: Callable[[], None], /) -> None:
        """Calls `then`: at once if there is a screen, else after a screen was looked for."""

    def session_came(self) -> None:
        """The person now has another session on a screen."""

    def session_bus_came(self) -> None:
        """There is a session bus where none was."""

    def show(self, effect: e.Show, /) -> None: ...
    def bring_forward(self, effect: e.BringDialogForward, /) -> None: ...
    def update(self, effect: e.Update, /) -> None: ...
    def list_queue(self, effect: e.ListQueue, /) -> None: ...
    def recorded(self, effect: e.Recorded, /) -> None: ...
    def not_recorded(self, run: int, reason: str, /) -> None: ...
    def finished(self, run: int, done: bool, /) -> None: ...
    def close(self, run: int, /) -> None: ...
    async def stop(self) -> None:
        """Closes all dialogs; returns when no dialog process is left."""


class Keeper(Protocol):
    """The keeper, which holds a copy of all that must survive this process."""

    @property
    def pid(self) -> int | None:
        """Pid of the keeper process; None: there is no keeper just now."""

    def start(self, everything: Callable[[], e.Keep], kept: Callable[[], None]) -> None:
        """Called once, before anything else. `everything`: returns all that a new keeper must hold.
        `kept`: is called once for each `keep`, in their order, when the keeper holds that one and
        all before it."""

    def keep(self, effect: e.Keep, /) -> bool:
        """Sends a change to the keeper. True: it reaches the keeper even if this process dies
        now."""


class Runner:
    def __init__(
        self,
        broker: Broker,
        clock: Callable[[], float],
        screen: Screen,
        peer: Peer,
        keeper: Keeper,
        log: Log,
    ) -> None:
        self._broker = broker
        self._clock = clock
        self._screen = screen
        self._peer = peer
        self._log = log
        self._loop = asyncio.get_running_loop()
        self._calls: dict[int, Call] = {}
        self._offered: dict[int, Call] = {}
        """Bound calls that got an offer as their reply, and have not claimed it yet."""
        self._last_call = 0
        self._keeper = keeper
        self._events: deque[e.Event] = deque()
        self._held: deque[list[e.Effect]] = deque()
        """For each Keep that is not acknowledged yet, the effects that wait for that."""
        self._ready: deque[e.Effect] = deque()
        self._busy = False
        self._timer: asyncio.TimerHandle | None = None
        self._timer_due: float | None = None
        """The time that the timer was set for, on the broker's clock."""
        self._owners: dict[Process, CallOff] = {}
        """Processes whose exit is watched, each with the function that ends the watch."""
        self._stopped = False
        self._watcher: Callable[[], None] = _nobody

    def watch(self, watcher: Callable[[], None]) -> None:
        """Has `watcher` called whenever events have been handled; only one can be set."""
        self._watcher = watcher

    @property
    def broker(self) -> Broker:
        """The broker, only to be read: changes go through `post`."""
        return self._broker

    def now(self) -> float:
        return self._clock()

    def new_call(self, call: Call) -> int:
        """Registers a call; returns the number by which the broker knows it."""
        self._last_call += 1
        self._calls[self._last_call] = call
        return self._last_call

    def hang_up(self, number: int) -> None:
        """Nobody waits for this call any more, nor will anybody claim what it was offered."""
        if self._calls.pop(number, None) or self._offered.pop(number, None):
            self.post(e.HangUp(number))

    def exited(self, among: frozenset[Process]) -> frozenset[Process]:
        """Those of these processes that have exited."""
        return frozenset(filter(self._peer.has_exited, among))

    def known(self, by: Lineage, request: e.Request, lent: Lent | None) -> e.Request:
        """The request, with what is known of the process for which it is asked; `by`: who asks. See
        `sayso.daemon.on_behalf`."""
        return on_behalf.known(self._peer, by, request, lent)

    def post(self, event: e.Event) -> None:
        """Handles the event now, or after those that wait already."""
        self._events.append(event)
        self._go_on()

    def kept(self) -> None:
        """The keeper has acknowledged the next Keep: carries out the effects that waited for it."""
        reach("daemon.kept")
        self._ready.extend(self._held.popleft())
        self._go_on()

    def _go_on(self) -> None:
        if self._busy or self._stopped:
            return
        self._busy = True
        try:
            self._handle_all()
        finally:  # after an error of our own only one event is lost, not all that follow
            self._busy = False
            self._set_timer()
        self._watcher()

    def stop(self, silently: bool = False) -> None:
        """Ignores events from now on. Tells every waiting call that the daemon stops; with
        `silently`, only bound calls, as a successor goes on with the others."""
        self._stopped = True
        if self._timer:
            self._timer.cancel()
        for call_off in self._owners.values():
            call_off()
        why = Stopping("the daemon is stopping; this question was closed")
        bound = {call for each in self._broker.prompts if each.bound for call in each.calls}
        for number, call in self._calls.items():
            if not silently or number in bound:
                call.hear(e.Fail(number, why))
        self._calls.clear()

    def _handle_all(self) -> None:
        while self._ready or self._events:
            while self._ready:
                self._do(self._ready.popleft())
            if self._events:
                self._sort(self._broker.handle(self._events.popleft(), self._clock()))
                self._watch_owners()

    def _sort(self, effects: list[e.Effect]) -> None:
        """Sends each Keep to the keeper; sorts the other effects into those that wait for its
        acknowledgement, and those that can be carried out now."""
        all_kept = not self._held
        is_sent = False
        for effect in effects:
            if isinstance(effect, e.Keep):
                self._held.append([])
                is_sent = self._keeper.keep(effect)
                reach("daemon.keeping")
            elif all_kept and is_sent and isinstance(effect, e.Offer) and effect.kept:
                self._ready.append(effect)
            elif self._held:
                self._held[-1].append(effect)
            else:
                self._ready.append(effect)

    def _do(self, effect: e.Effect) -> None:
        match effect:
            case (
                e.Reply()
                | e.Offer()
                | e.Over()
                | e.Withdrew()
                | e.WithdrewScope()
                | e.Opened()
                | e.Done()
                | e.Fail()
                | e.Progress()
            ):
                self._tell(effect)
            case e.Show():
                self._screen.show(effect)
            case e.BringDialogForward():
                self._screen.bring_forward(effect)
            case e.Update():
                self._screen.update(effect)
            case e.ListQueue():
                self._screen.list_queue(effect)
            case e.Recorded():
                self._screen.recorded(effect)
            case e.NotRecorded(run, reason):
                self._screen.not_recorded(run, reason)
            case e.Finished(run, done):
                self._screen.finished(run, done)
            case e.Close(run):
                self._screen.close(run)
            case e.Keep():
                raise AssertionError("a Keep goes to the keeper, before it is sorted")
            case e.Log(event, number, _, verdict):
                words = f"{verdict.status} {verdict.reason}" if verdict else ""
                log.info("%s %d %s", event, number, words)
                self._log.record(effect)
            case _:
                assert_never(effect)

    def _tell(self, told: e.Told) -> None:
        calls = self._offered if isinstance(told, e.Over) else self._calls
        call = calls.get(told.call)
        if call is None:
            return
        if not isinstance(told, e.Progress):
            del calls[told.call]
        if isinstance(told, e.Offer) and told.bound:
            self._offered[told.call] = call
        call.hear(told)

    def _set_timer(self) -> None:
        due = self._broker.next_due()
        if self._timer and due == self._timer_due:
            return
        if self._timer:
            self._timer.cancel()
            self._timer = None
        if due is not None:
            self._timer_due = due
            sleep = min(max(due - self._clock(), 0), LONGEST_SLEEP)
            self._timer = self._loop.call_later(sleep, self._tick)

    def _tick(self) -> None:
        self._timer = None
        self.post(e.Tick())

    def _watch_owners(self) -> None:
        wanted = self._broker.owners
        for process in self._owners.keys() - wanted:
            self._owners.pop(process)()
        for process in wanted - self._owners.keys():
            try:
                call_off = self._peer.watch_exit(
                    process, partial(self.post, e.OwnerExited(process))
                )
            except OSError as error:  # the next event tries again; prompts still time out
                log.warning("the exit of process %d can't be seen: %s", process.pid, error)
                continue
            if call_off is None:
                self._events.append(e.OwnerExited(process))
            else:
                self._owners[process] = call_off


def _nobody() -> None:
    """Does nothing: nobody watches yet."""
