"""The tray: a process of its own, started where a screen is, and again when it ends.

It is no part of what the daemon promises: without it everything goes on.
"""

import asyncio
import logging
from collections.abc import Callable, Sequence

from sayso.core import events as e
from sayso.core.restarts import Restarts
from sayso.daemon import children
from sayso.daemon.overview import Surroundings
from sayso.daemon.runner import Runner
from sayso.daemon.tray_connection import PAUSE_SECONDS, Configure, TrayConnection
from sayso.platforms import select
from sayso.platforms.contract.processes import ChildProcess

log = logging.getLogger(__name__)

START_SECONDS = 1.0
"""After the daemon's own start: dialogs come first."""

INBOX_SECONDS = 10.0
"""From the daemon's start, for the tray to say whether it shows the person what waits. Until then
questions that are to wait do."""

LEAVE_SECONDS = 1.0
"""For the process to end once its socket has; then it is killed."""


class Tray:
    """Supervises the process; `start`, then `changed` at every change, then `stop`."""

    def __init__(
        self,
        runner: Runner,
        configure: Configure,
        close_place: Callable[[str], None],
        end_all: Callable[[], None],
        has_screen: Callable[[], bool],
        command: Sequence[str] = children.TRAY,
        pause: float = PAUSE_SECONDS,
    ) -> None:
        """`pause`: seconds between two states that it is told."""
        self._runner = runner
        self._around: Callable[[], Surroundings]
        self._configure = configure
        self._close_place = close_place
        self._end_all = end_all
        self._has_screen = has_screen
        self._command = command
        self._pause = pause
        self.fault: str | None = None
        """Why there is none, though the person wants one."""
        self._child: ChildProcess | None = None
        self._connection: TrayConnection | None = None
        self._restarts = Restarts()
        self._started = False
        self._next: asyncio.TimerHandle | None = None
        """The start that is to come."""
        self._silence: asyncio.TimerHandle | None = None
        """The end of its time to say whether it shows what waits."""
        self._stopped: asyncio.Event | None = None

    @property
    def pid(self) -> int | None:
        """None: there is none just now."""
        return self._child.process.pid if self._child else None

    def start(self, around: Callable[[], Surroundings]) -> None:
        """`around` tells what else the menu shows."""
        self._around = around
        self._started = True
        self._start_in(START_SECONDS)
        loop = asyncio.get_running_loop()
        self._silence = loop.call_later(INBOX_SECONDS, self._inbox, "the tray has not come up yet")

    def changed(self) -> None:
        """Something may have happened, or may be wanted otherwise."""
        if self._connection:
            self._connection.changed()
            if not self._wanted:
                self._connection.close()
        if not self._runner.broker.settings.tray:
            self._inbox("there is no tray: sayso config set tray true")

    def configured(self) -> None:
        """Other settings are in force: a new try for one that was not possible."""
        if self._started and self._next is None and self._child is None:
            self._restarts = Restarts()
            self.fault = None
            self._start_in(0)
        self.changed()

    def anew(self) -> None:
        """The session bus is another one: what has an icon there begins again."""
        if self._connection:
            self._connection.close()
        else:
            self.configured()

    async def stop(self) -> None:
        """Returns when its process is gone."""
        self._stopped = asyncio.Event()
        for timer in (self._next, self._silence):
            if timer:
                timer.cancel()
        if self._connection:
            self._connection.close()
        if self._child:
            await self._stopped.wait()

    @property
    def _wanted(self) -> bool:
        return self._runner.broker.settings.tray and self._has_screen()

    def _start_in(self, seconds: float) -> None:
        self._next = asyncio.get_running_loop().call_later(seconds, self._launch)

    def _launch(self) -> None:
        self._next = None
        if not self._wanted or self._stopped:
            return
        try:
            self._child = select.processes().spawn(self._command)
        except OSError as error:
            log.error("no tray could be started: %s", error)  # noqa: TRY400 (no trace)
            self._again()
            return
        self.fault = None
        self._connection = TrayConnection(
            self._runner,
            self._around,
            self._configure,
            self._close_place,
            self._pause,
            self._end_all,
            self._restarts.succeeded,
            self._impossible,
            self._inbox,
            self._ended,
        )
        loop = asyncio.get_running_loop()
        self._connecting = loop.create_task(self._child.channel.serve(self._connection))

    def _impossible(self, reason: str) -> None:
        log.info("there is no tray: %s", reason)
        self.fault = reason
        self._inbox(reason)

    def _inbox(self, absent: str | None) -> None:
        """Why the person does not learn of what waits; None: they do."""
        if self._silence:
            self._silence.cancel()
            self._silence = None
        if absent != self._runner.broker.inbox_absent:
            self._runner.post(e.InboxChanged(absent))

    def _ended(self) -> None:
        """The process closed its end, or we ours: then it takes back what it shows, and goes."""
        self._connection = None
        if self._child:
            self._leaving = asyncio.get_running_loop().create_task(self._reap(self._child))

    async def _reap(self, child: ChildProcess) -> None:
        loop = asyncio.get_running_loop()
        patience = loop.call_later(LEAVE_SECONDS, child.process.kill)
        await asyncio.to_thread(child.process.wait)
        patience.cancel()
        self._child = None
        if self._stopped:
            self._stopped.set()
        elif self._wanted and self.fault is None:
            self._again()

    def _again(self) -> None:
        delay = self._restarts.delay(asyncio.get_running_loop().time())
        if delay is None:
            log.error("the tray ends by itself again and again, and is given up")
            self.fault = "it ended, or could not be started, again and again: see the daemon's log"
            self._inbox(f"there is no tray: {self.fault}")
            return
        log.warning("the tray has gone; another one is started in %g s", delay)
        self._start_in(delay)
