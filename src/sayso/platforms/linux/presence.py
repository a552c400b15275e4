"""Whether the person is in front of the screen, as logind tells over the system bus; and whether
the session bus is there.

Of a person's sessions the one counts that is on this daemon's own display, where that is X11's;
else the one that logind names as having the display, or else one that is in use. A session's
`LockedHint` is set by the desktop's own locker; it is not `Active` while another session of the
seat is in front. A lock by a locker that does not inform logind goes unnoticed.
"""

import sys

assert sys.platform == "linux"

import asyncio
import os
from collections.abc import Callable, Mapping
from typing import Any, NoReturn

from sayso.platforms.contract.presence import Lost, SessionState
from sayso.platforms.linux.bus import Bus, Refused, path_of
from sayso.platforms.linux.session_bus import address

LOCKED = "the screen is locked"
BEHIND = "another user is in front"

_LOGIND = "org.freedesktop.login1"
_ROOT = "/org/freedesktop/login1"
_USER, _SESSION = f"{_LOGIND}.User", f"{_LOGIND}.Session"
_NOWHERE = "/"
"""The path that logind gives in place of an object that does not exist."""

_ON_A_SCREEN = ("x11", "wayland", "mir")

_GONE = ("org.freedesktop.DBus.Error.UnknownObject", f"{_LOGIND}.NoSuchUser")
"""Errors that mean that the requested object does not exist."""

_PAUSE = 0.1
"""Seconds between two queries at least, however many signals come."""

_Properties = Mapping[str, tuple[str, Any]]


class _Person:
    """Fulfils `sayso.platforms.contract.presence.Source`."""

    @property
    def place(self) -> str | None:
        return path_of("SYSTEM")

    async def follow(self, told: Callable[[SessionState], None]) -> NoReturn:
        user = _of_this_user()
        async with Bus("SYSTEM") as bus:
            for rule in _rules(user):
                await bus.subscribe(rule)
            followed = ""
            while True:
                state = await _look(bus, user)
                if state.session != followed:
                    await _follow_another(bus, followed, state.session)
                    followed = state.session
                    state = await _look(bus, user)  # it may have changed before we followed it
                told(state)
                await asyncio.sleep(_PAUSE)
                await bus.signal()


class _SessionBus:
    """Fulfils `sayso.platforms.contract.presence.Source`."""

    @property
    def place(self) -> str | None:
        return path_of(address(os.environ))

    async def follow(self, told: Callable[[SessionState], None]) -> NoReturn:
        async with Bus(address(os.environ)) as bus:
            told(SessionState())
            while True:
                await bus.signal()
                await asyncio.sleep(_PAUSE)


def person() -> _Person:
    return _Person()


def session_bus() -> _SessionBus:
    return _SessionBus()


def session_now(within: float) -> SessionState:
    """The state of the person's session. Raises Lost: logind does not tell it within `within`
    seconds."""

    async def look() -> SessionState:
        async with Bus("SYSTEM") as bus:
            return await _look(bus, _of_this_user())

    try:
        return asyncio.run(asyncio.wait_for(look(), within))
    except TimeoutError as error:
        raise Lost(f"logind says nothing for {within:g} s") from error


def _of_this_user() -> str:
    """The path of our user's object at logind."""
    return f"{_ROOT}/user/_{os.getuid()}"


def _rules(user: str) -> tuple[str, ...]:
    """The signals to follow: logind comes or goes; a session does; another session of this user
    gets the display."""
    bus = "org.freedesktop.DBus"
    manager = f"type='signal',sender='{_LOGIND}',path='{_ROOT}',interface='{_LOGIND}.Manager'"
    return (
        f"type='signal',sender='{bus}',interface='{bus}',member='NameOwnerChanged',arg0='{_LOGIND}'",
        f"{manager},member='SessionNew'",
        f"{manager},member='SessionRemoved'",
        _changes_of(user),
    )


def _changes_of(path: str) -> str:
    return (
        f"type='signal',sender='{_LOGIND}',path='{path}',"
        "interface='org.freedesktop.DBus.Properties',member='PropertiesChanged'"
    )


async def _follow_another(bus: Bus, before: str, now: str) -> None:
    """Subscribes to the signals of this session instead, so that no other session's wake us."""
    if before:
        await bus.unsubscribe(_changes_of(before))
    if now:
        await bus.subscribe(_changes_of(now))


async def _look(bus: Bus, user: str) -> SessionState:
    """Asks logind for the state of the person's session. Raises Lost."""
    usual = None
    try:
        told = await _told(bus, user, _USER)
        display, sessions = _paths(told)
        for path in (display, *(each for each in sessions if each != display)):
            session = await _told(bus, path, _SESSION)
            if not _has_a_screen(session):
                continue
            if _is_on(session, os.environ.get("DISPLAY", "")):
                return SessionState(path, _away(session))
            if usual is None and (path == display or _is_used(session)):
                usual = SessionState(path, _away(session))
    except Refused as error:
        return SessionState(unknown=f"logind does not tell: {error.name}")
    except (IndexError, KeyError, TypeError, ValueError) as error:
        raise Lost("what logind tells is not understood") from error
    return usual or SessionState()


async def _told(bus: Bus, path: str, interface: str) -> _Properties:
    """The properties of this object; empty where it does not exist. Raises Refused, Lost."""
    if path == _NOWHERE:
        return {}
    try:
        return await bus.properties(_LOGIND, path, interface)
    except Refused as error:
        if error.name in _GONE:
            return {}
        raise


def _paths(user: _Properties) -> tuple[str, list[str]]:
    """The path of the session with the display, and the paths of all sessions. Raises KeyError,
    TypeError, ValueError."""
    if not user:
        return _NOWHERE, []
    (_, display), sessions = user["Display"][1], user["Sessions"][1]
    return str(display), [str(path) for _, path in sessions]


def _has_a_screen(session: _Properties) -> bool:
    return bool(session) and session["Type"][1] in _ON_A_SCREEN


def _is_on(session: _Properties, display: str) -> bool:
    """Whether the session is on this display of X11 (":1", of which ":1.0" is a screen), and not
    about to end."""
    on = str(session["Display"][1]).removesuffix(".0")
    return on != "" and on == display.removesuffix(".0") and session["State"][1] != "closing"


def _is_used(session: _Properties) -> bool:
    """Whether a person uses the session just now; the session of a login screen, for instance, does
    not count."""
    return session["Class"][1] == "user" and _flag(session, "Active")


def _away(session: _Properties) -> str | None:
    if "LockedHint" in session and _flag(session, "LockedHint"):  # logind has it since 2016
        return LOCKED
    return None if _flag(session, "Active") else BEHIND


def _flag(session: _Properties, name: str) -> bool:
    value = session[name][1]
    if not isinstance(value, bool):
        raise TypeError(name)
    return value
