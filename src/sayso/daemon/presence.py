"""Whether anybody is there to see a dialog, and whether there is a session bus.

The system reports changes; it is never polled. If the system does not report them, dialogs are
shown as if somebody were there, and `status` says why nothing is known.
"""

import asyncio
import logging
import os
from collections.abc import Callable

from sayso.platforms import contract, select
from sayso.platforms.contract.presence import Lost, SessionState, Source

log = logging.getLogger(__name__)

FIRST_DELAY = 1.0
LONGEST_DELAY = 60.0
"""First and longest delay in seconds until a lost source is looked for again, doubling each time.
If the source's file does not exist, the follower waits only for that file to appear."""

GRACE = 60.0
"""Seconds for which a person who was away still counts as away after the source was lost: a restart
of the bus unlocks no screen."""

_NOT_YET = SessionState(unknown="it is just being looked for")
FAULT_OF_OURS = "looking for it failed: see the daemon's log"


class Follower:
    """Follows one source of session states; follows it again after it was lost and came back."""

    def __init__(
        self,
        what: str,
        source: Callable[[], Source],
        changed: Callable[[SessionState, SessionState], None],
    ) -> None:
        """`what`: a name for the log. `source`: makes the source; raises Lost. `changed`: called
        with the state before and the state now."""
        self.state = _NOT_YET
        self._what = what
        self._source = source
        self._changed = changed
        self._delay = FIRST_DELAY
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._task = asyncio.get_running_loop().create_task(self._run())

    def close(self) -> None:
        if self._task:
            self._task.cancel()

    def anew(self) -> None:
        """Starts over, as there may be another source. The last state stays until a new one is
        reported."""
        if self._task:
            self.close()
            self.start()

    async def _run(self) -> None:
        while True:
            try:
                await self._follow()
            except Exception:
                log.exception("%s: a fault of ours", self._what)
                self._see(SessionState(unknown=FAULT_OF_OURS))
                await asyncio.sleep(LONGEST_DELAY)

    async def _follow(self) -> None:
        """Follows the source until it is lost, and returns when another try makes sense."""
        place = None
        try:
            source = self._source()
            place = source.place
            await source.follow(self._see)
        except Lost as lost:
            self._see(SessionState(unknown=str(lost)))
            await self._chance(place)

    def _see(self, state: SessionState) -> None:
        before, self.state = self.state, state
        if state.unknown is None:
            self._delay = FIRST_DELAY
        if state == before:
            return
        log.info("%s: %s", self._what, state.unknown or state.away or "there")
        self._changed(before, state)

    async def _chance(self, place: str | None) -> None:
        """Waits for the source's file to appear, or for the delay before another try."""
        if place and not _is_there(place):
            await _come(place)
            return
        await asyncio.sleep(self._delay)
        self._delay = min(2 * self._delay, LONGEST_DELAY)


def _is_there(place: str) -> bool:
    return os.path.lexists(place)


async def _come(place: str) -> None:
    """Waits until the file is there. Raises OSError where the system can't watch it."""
    happened = asyncio.Event()
    watch = select.files().watch(place, happened.set)
    try:
        watch.renew()
        while not _is_there(place):
            await happened.wait()
            happened.clear()
            watch.renew()
    finally:
        watch.close()


class Presence:
    """What the daemon knows of the person's session."""

    def __init__(self, system: Callable[[], contract.presence.Presence] = select.presence) -> None:
        self._tell_away: Callable[[str | None], None]
        self._told_away: str | None = None
        self._has_told = False
        self._grace: asyncio.TimerHandle | None = None
        self._tell_session: Callable[[], None]
        self._tell_bus: Callable[[], None]
        self._person = Follower("the person", lambda: system().person(), self._changed)
        self._session_bus = Follower(
            "the session bus", lambda: system().session_bus(), self._bus_changed
        )

    @property
    def away(self) -> str | None:
        """Why nobody can see a dialog; None: somebody may."""
        return self._told_away

    @property
    def fault(self) -> str | None:
        """Why it is not known whether anybody can see a dialog; None: it is known."""
        return self._person.state.unknown

    @property
    def session_bus_fault(self) -> str | None:
        """Why there is no session bus; None: there is one."""
        return self._session_bus.state.unknown

    def start(
        self,
        away: Callable[[str | None], None],
        session_came: Callable[[], None],
        bus_came: Callable[[], None],
    ) -> None:
        """`away`: called, at each change, with the reason why nobody can see a dialog; None:
        somebody may. `session_came`: called when another session has a screen. `bus_came`: called
        when there is a session bus where none was."""
        self._tell_away, self._tell_session, self._tell_bus = away, session_came, bus_came
        self._person.start()
        self._session_bus.start()

    def close(self) -> None:
        if self._grace:
            self._grace.cancel()
        self._person.close()
        self._session_bus.close()

    def screen_came(self) -> None:
        """The daemon has another screen: looks anew for the person's session and the session
        bus, which may be others, too."""
        self._person.anew()
        self._session_bus.anew()

    def _changed(self, before: SessionState, now: SessionState) -> None:
        if now.session and now.session != before.session:
            self._tell_session()
        if self._grace:
            self._grace.cancel()
            self._grace = None
        if now.unknown is not None and self._told_away:
            loop = asyncio.get_running_loop()
            self._grace = loop.call_later(GRACE, self._say, None)
        elif now.away != self._told_away or not self._has_told:
            self._say(now.away)

    def _say(self, away: str | None) -> None:
        """Reports `away`. The first report is made in any case: the daemon before this one may have
        been in another state, which this one has taken over."""
        self._has_told, self._told_away = True, away
        self._tell_away(away)

    def _bus_changed(self, before: SessionState, now: SessionState) -> None:
        if now.unknown is None and before != _NOT_YET:
            self._tell_bus()
