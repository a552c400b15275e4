"""Whether the person is in front of the screen, as Windows reports it for this daemon's session.

Windows reports changes only to windows, and a daemon has no message loop for a window. So a thread
sleeps in GetMessage: that costs less than a process, loads no toolkit, and ends with the daemon.
Nothing is decided on that thread.
"""

import sys

assert sys.platform == "win32"

import asyncio
from collections.abc import Callable
from typing import NoReturn, Protocol

from sayso.platforms.contract.presence import Lost, SessionState
from sayso.platforms.contract.watching import CallOff
from sayso.platforms.windows.native import desktop as native
from sayso.platforms.windows.process_facts import our_identity

LOCKED = "the screen is locked"
BEHIND = "the session is not in front"

_SERVICES = 0
"""The number of the services' session, in which there is no person."""


class System(Protocol):
    """The source of the session's state."""

    def look(self) -> SessionState:
        """The state now. Raises OSError."""

    def listen(self, changed: Callable[[], None], lost: Callable[[str], None]) -> CallOff:
        """Calls `changed` when the state may have changed, and `lost` once, with the reason, when
        no more changes are reported; both from any thread. Raises OSError."""


class Windows:
    """Fulfils `System`."""

    def look(self) -> SessionState:
        session = our_identity().session
        if session == _SERVICES:
            return SessionState()
        try:
            return state_of(session, native.session_info(session))
        except OSError as error:
            return SessionState(str(session), unknown=f"Windows does not tell: {error.strerror}")

    def listen(self, changed: Callable[[], None], lost: Callable[[str], None]) -> CallOff:
        # only a daemon needs it; other programs, which ask for the screen's name, need not load it
        from sayso.platforms.windows.native.session_notices import SessionNotices

        return SessionNotices(changed, lost).close


def state_of(session: int, info: native.SessionInfo) -> SessionState:
    """The state of the session with this number, by WTSINFOEX_LEVEL1."""
    name = str(session)
    if info.connection != native.Connection.ACTIVE:
        return SessionState(name, away=BEHIND)
    if info.lock == native.LockState.LOCKED:
        return SessionState(name, away=LOCKED)
    if info.lock != native.LockState.UNLOCKED:
        return SessionState(name, unknown="Windows does not tell whether the screen is locked")
    return SessionState(name)


class Person:
    """Fulfils `sayso.platforms.contract.presence.Source`."""

    def __init__(self, system: System) -> None:
        self._system = system

    @property
    def place(self) -> None:
        """None: there is no such file."""

    async def follow(self, told: Callable[[SessionState], None]) -> NoReturn:
        loop = asyncio.get_running_loop()
        changed = asyncio.Event()
        words: list[str] = []

        def lost(why: str) -> None:
            words.append(why)
            loop.call_soon_threadsafe(changed.set)

        try:
            call_off = self._system.listen(lambda: _from_thread(loop, changed), lost)
        except OSError as error:
            raise Lost(f"Windows does not tell of the session: {error.strerror}") from error
        try:
            while not words:
                told(self._look())  # after `listen`: no change is missed
                await changed.wait()
                changed.clear()
            raise Lost(words[0])
        finally:
            call_off()

    def _look(self) -> SessionState:
        """The state now. Raises Lost."""
        try:
            return self._system.look()
        except OSError as error:
            raise Lost(f"Windows does not tell of the session: {error.strerror}") from error


def _from_thread(loop: asyncio.AbstractEventLoop, changed: asyncio.Event) -> None:
    loop.call_soon_threadsafe(changed.set)


class _NoBus:
    """Fulfils `sayso.platforms.contract.presence.Source`. Windows needs no bus: screen readers and
    the tray are reached through the desktop itself, so no bus can be missing."""

    @property
    def place(self) -> None:
        """None: there is no such file."""

    async def follow(self, told: Callable[[SessionState], None]) -> NoReturn:
        told(SessionState())
        await asyncio.get_running_loop().create_future()
        raise Lost("this is never told")


def person() -> Person:
    return Person(Windows())


def session_bus() -> _NoBus:
    return _NoBus()
