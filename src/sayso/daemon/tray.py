"""Starts the tray's process if there is a screen, and starts it again when it ends.

The daemon does not depend on the tray: without it everything goes on.
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
"""Seconds after the daemon's start until the tray is started: dialogs come first."""

INBOX_SECONDS = 10.0
"""Seconds from the daemon's start for the tray to say whether it shows the person what waits. Until
then, questions that are to wait until they are opened do wait."""

LEAVE_SECONDS = 1.0
"""Seconds for the process to end after its socket was closed; then it is killed."""


class Tray:
    """Supervises the tray's process. Call `start` first, `changed` at every change, `stop` last."""

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
        """`configure`: writes a setting. `close_place`: lets a place ask no more. `end_all`: ends
        the daemon. `command`: starts the process. `pause`: seconds between two overviews that the
        tray is sent."""
        self._runner = runner
        self._around: Callable[[], Surroundings]
        self._configure = configure
        self._close_place = close_place
        self._end_all = end_all
        self._has_screen = has_screen
        self._command = command
        self._pause = pause
        self.fault: str | None = None
        """Why there is no tray, though the person wants one; None: nothing is wrong."""
        self._child: ChildProcess | None = None
        self._connection: TrayConnection | None = None
        self._restarts = Restarts()
        self._started = False
        self._next: asyncio.TimerHandle | None = None
        """The timer for the next start; None: no start is due."""
        self._silence: asyncio.TimerHandle | None = None
        """The timer for the tray to say whether it shows what waits; None: it does not run."""
        self._stopped: asyncio.Event | None = None

    @property
    def pid(self) -> int | None:
        """Pid of the tray's process; None: there is none just now."""
        return self._child.process.pid if self._child else None

    def start(self, around: Callable[[], Surroundings]) -> None:
        """`around`: returns the parts of the overview that the broker does not know."""
        self._around = around
        self._started = True
        self._start_in(START_SECONDS)
        loop = asyncio.get_running_loop()
        self._silence = loop.call_later(INBOX_SECONDS, self._inbox, "the tray has not come up yet")

    def changed(self) -> None:
        """The state or the settings may have changed: tells the tray, and closes it if it is no
        longer wanted."""
        if self._connection:
            self._connection.changed()
            if not self._wanted:
                self._connection.close()
        if not self._runner.broker.settings.tray:
            self._inbox("there is no tray: sayso config set tray true")

    def configured(self) -> None:
        """Other settings are in force, or there is a screen: tries again to start a tray if none
        runs."""
        if self._started and self._next is None and self._child is None:
            self._restarts = Restarts()
            self.fault = None
            self._start_in(0)
        self.changed()

    def anew(self) -> None:
        """There is another session bus: starts the tray again, as its icon is there."""
        if self._connection:
            self._connection.close()
        else:
            self.configured()

    async def stop(self) -> None:
        """Ends the tray; returns when its process is gone."""
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
        """Reports why the person does not learn of what waits; None: they do."""
        if self._silence:
            self._silence.cancel()
            self._silence = None
        if absent != self._runner.broker.inbox_absent:
            self._runner.post(e.InboxChanged(absent))

    def _ended(self) -> None:
        """The connection is closed, by the tray or by us: waits for the process, which removes its
        icon and ends."""
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
