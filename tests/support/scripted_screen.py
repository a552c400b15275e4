"""A screen that shows no dialog: the test decides what its dialogs report."""

import asyncio
from collections.abc import Callable

from sayso.core import events as e
from sayso.core.questions import Choice
from sayso.core.secret import Secret
from support.entries import as_entry


class ScriptedScreen:
    """Fulfils `sayso.daemon.runner.Screen`. A dialog ends when it is told to, as real dialogs
    do."""

    def __init__(self) -> None:
        self.name: str | None = ":7"
        self.place: str | None = ":7"
        self.reason: str | None = None
        self.unguarded: str | None = None
        self.shown: list[e.Show] = []
        self.orders: list[
            e.Update
            | e.BringDialogForward
            | e.ListQueue
            | e.Recorded
            | e.NotRecorded
            | e.Finished
            | e.Close
        ] = []
        self.stopped = False
        self.lingers = False
        """Dialogs stay when they are told to end, until the test calls `dies`."""
        self.fault: Exception | None = None
        """An error that the next `show` raises."""
        self.looks: Callable[[Callable[[], None]], object] = lambda then: then()
        """Called when the daemon looks for a screen. It must call `then` once the search is
        over."""
        self.sessions = 0
        """How many desktop sessions of the person have come."""
        self._report: Callable[[e.Event], None]

    def start(self, report: Callable[[e.Event], None], came: Callable[[], None]) -> None:
        self._report = report

    def sought(self, then: Callable[[], None]) -> None:
        self.looks(then)

    def session_bus_came(self) -> None: ...

    def session_came(self) -> None:
        self.sessions += 1

    def show(self, effect: e.Show) -> None:
        self.shown.append(effect)
        if self.fault:
            fault, self.fault = self.fault, None
            raise fault

    def update(self, effect: e.Update) -> None:
        self.orders.append(effect)

    def list_queue(self, effect: e.ListQueue) -> None:
        self.orders.append(effect)

    def bring_forward(self, effect: e.BringDialogForward) -> None:
        self.orders.append(effect)

    def recorded(self, effect: e.Recorded) -> None:
        self.orders.append(effect)
        self._ends(effect.run)

    def not_recorded(self, run: int, reason: str) -> None:
        self.orders.append(e.NotRecorded(run, reason))

    def finished(self, run: int, done: bool) -> None:
        self.orders.append(e.Finished(run, done))
        self._ends(run)

    def close(self, run: int) -> None:
        self.orders.append(e.Close(run))
        self._ends(run)

    async def stop(self) -> None:
        self.stopped = True

    def _ends(self, run: int) -> None:
        if not self.lingers:
            asyncio.get_running_loop().call_soon(self._report, e.DialogEnded(run))

    # What the test makes happen, mostly in the dialog shown last

    def painted(self) -> None:
        self._report(e.Painted(self.shown[-1].run))

    def press(self, choice: Choice) -> None:
        self._report(e.Answered(self.shown[-1].run, choice))

    def submit(self, secret: Secret) -> None:
        self._report(e.Submitted(self.shown[-1].run, secret))

    def fill(self, answer: str | tuple[int, ...]) -> None:
        self._report(e.Filled(self.shown[-1].run, (as_entry(answer),)))

    def scroll(self) -> None:
        self._report(e.Activity(self.shown[-1].run))

    def later(self) -> None:
        self._report(e.PutOff(self.shown[-1].run))

    def open_queue(self) -> None:
        self._report(e.QueueOpened(self.shown[-1].run))

    def bring_up(self, number: int) -> None:
        self._report(e.BroughtUp(self.shown[-1].run, number))

    def dies(self) -> None:
        self._report(e.DialogEnded(self.shown[-1].run))

    def is_lost(self, reason: str) -> None:
        self._report(e.ScreenChanged(reason))
