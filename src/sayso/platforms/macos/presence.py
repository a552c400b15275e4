"""Whether the person is in front of the screen, as far as macOS tells.

The owner of /dev/console is the user whose session is in front: loginwindow gives the file to that
user. Whether the screen is locked is told by a process of its own: see `screen_lock`.
"""

import sys

assert sys.platform == "darwin"

import asyncio
import os
from collections.abc import Callable
from typing import NoReturn, Self

from sayso.platforms.contract.presence import Lost, SessionState
from sayso.platforms.macos import processes, screen_lock
from sayso.platforms.macos.native import sessions
from sayso.platforms.macos.native.events import Changes
from sayso.platforms.unix import readiness
from sayso.platforms.unix.channel import descriptor

BEHIND = "another user is in front"
LOCKED = "the screen is locked"
UNTOLD = "macOS does not tell whether the screen is locked"

CONSOLE = "/dev/console"
LOOKS_EVERY = 1.0
"""Seconds between tries to watch a console that its owner keeps to themselves."""


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
            await _follow_console(changes, told)
            with _Lock(changed.set) as lock:
                while True:
                    changed.clear()
                    changes.drain()
                    if lock.is_known:
                        told(_look(lock))  # after `drain`: a change from now on sets `changed`
                    await changed.wait()
        except OSError as error:
            raise _lost(error) from error
        finally:
            call_off()


async def _follow_console(changes: Changes, told: Callable[[SessionState], None]) -> None:
    """Has `changes` watch the console, once that is allowed. Another user who is in front may be
    the only one who can open it; that user's name can be read all the same. Raises OSError."""
    while True:
        try:
            return changes.follow(CONSOLE)
        except PermissionError:
            state = _without_lock()
            if state is None:  # the console is ours: nothing changes by itself
                raise
        told(state)
        await asyncio.sleep(LOOKS_EVERY)


_MEANS = {said: is_locked for is_locked, said in screen_lock.SAYS.items()}


class _Lock:
    """Whether the screen is locked, as a process of its own says, which runs from `with` on."""

    def __init__(self, changed: Callable[[], None]) -> None:
        self._changed = changed
        self._said = b""
        """The last byte from the process; empty: nothing has come yet."""
        self._has_ended = False

    @property
    def is_known(self) -> bool:
        """Whether the process has said something, or never will."""
        return bool(self._said) or self._has_ended

    @property
    def is_locked(self) -> bool | None:
        """Whether the screen is locked; None: the system does not tell. Raises Lost: the process
        that told it has ended."""
        if self._has_ended and self._said:
            raise Lost("the process has ended that hears whether the screen is locked")
        return _MEANS.get(self._said)

    def __enter__(self) -> Self:
        """Starts the process. Raises OSError."""
        self._child = processes.spawn(screen_lock.COMMAND)
        channel = self._child.channel
        self._call_off = readiness.watch(descriptor(channel), self._hear, channel.close)
        return self

    def __exit__(self, *_: object) -> None:
        self._stop_hearing()
        self._child.process.kill()
        self._child.process.wait()

    def _hear(self) -> None:
        said = self._child.channel.receive()
        if said:
            self._said = said[-1:]
        else:
            self._has_ended = True
            self._stop_hearing()
        self._changed()

    def _stop_hearing(self) -> None:
        self._call_off()
        self._call_off = _nothing


def _nothing() -> None:
    """In place of `_call_off`, once nothing is heard any more."""


def _without_lock() -> SessionState | None:
    """The state of the session now, where the lock makes no difference: there is no screen, or
    another user is in front. None: it does. Raises OSError."""
    session = sessions.session()
    if not session.has_graphics:
        return SessionState()
    if os.stat(CONSOLE).st_uid != os.getuid():
        return SessionState(str(session.number), away=BEHIND)
    return None


def _look(lock: _Lock) -> SessionState:
    """The state of the session now. Raises OSError and Lost."""
    state = _without_lock()
    if state is not None:
        return state
    name = str(sessions.session().number)
    if lock.is_locked is None:
        return SessionState(name, unknown=UNTOLD)
    return SessionState(name, away=LOCKED if lock.is_locked else None)


def _lost(error: OSError) -> Lost:
    return Lost(f"macOS does not tell of the session: {error.strerror}")


class _NoBus:
    """Fulfils `sayso.platforms.contract.presence.Source`. macOS needs no bus: the session itself
    leads to screen readers and the menu bar, so nothing of the kind can be missing."""

    @property
    def place(self) -> None:
        """None: there is no file to follow."""

    async def follow(self, told: Callable[[SessionState], None]) -> NoReturn:
        told(SessionState())
        await asyncio.get_running_loop().create_future()
        raise Lost("this is never told")


def person() -> _Person:
    return _Person()


def session_bus() -> _NoBus:
    return _NoBus()
