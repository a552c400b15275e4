"""Whether the person is in front of the screen, as far as macOS tells a daemon.

Whose session is in front, the owner of /dev/console says: loginwindow gives it to that user. That
the screen is locked is told to programs with a main loop of AppKit's alone (the notification
com.apple.screenIsLocked), and a daemon has none: a dialog process sees it for itself.
"""

import sys

assert sys.platform == "darwin"

import asyncio
import os
from collections.abc import Callable
from typing import NoReturn

from sayso.platforms.contract.presence import Lost, SessionState
from sayso.platforms.macos.native import sessions
from sayso.platforms.macos.native.events import Changes
from sayso.platforms.unix import readiness

BEHIND = "another user is in front"
UNTOLD = "macOS tells a program with windows alone whether the screen is locked"

CONSOLE = "/dev/console"


class _Person:
    """Fulfils `sayso.platforms.contract.presence.Source`."""

    @property
    def place(self) -> str | None:
        return CONSOLE

    async def follow(self, told: Callable[[SessionState], None]) -> NoReturn:
        changed = asyncio.Event()
        try:
            changes = Changes()
            call_off = readiness.watch(changes.fileno(), changed.set, changes.close)
        except OSError as error:
            raise _lost(error) from error
        try:
            changes.follow(CONSOLE)
            while True:
                changed.clear()
                changes.drain()
                told(_look())  # after that: no change is missed
                await changed.wait()
        except OSError as error:
            raise _lost(error) from error
        finally:
            call_off()


def _look() -> SessionState:
    """Raises OSError."""
    session = sessions.session()
    if not session.has_graphics:
        return SessionState()
    if os.stat(CONSOLE).st_uid != os.getuid():
        return SessionState(str(session.number), away=BEHIND)
    return SessionState(str(session.number), unknown=UNTOLD)


def _lost(error: OSError) -> Lost:
    return Lost(f"macOS does not tell of the session: {error.strerror}")


class _NoBus:
    """Fulfils `sayso.platforms.contract.presence.Source`. Screen readers and the menu bar are
    reached by the session itself, so nothing of the kind can be missing."""

    @property
    def place(self) -> None:
        """There is no such file."""

    async def follow(self, told: Callable[[SessionState], None]) -> NoReturn:
        told(SessionState())
        await asyncio.get_running_loop().create_future()
        raise Lost("this is never told")


def person() -> _Person:
    return _Person()


def session_bus() -> _NoBus:
    return _NoBus()
