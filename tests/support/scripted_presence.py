"""A system that knows of the person what the test says; and a session manager that does."""

import asyncio
import threading
from collections.abc import Callable, MutableMapping
from typing import NoReturn

from sayso.daemon.display_resolver import DisplayResolver
from sayso.platforms.contract.presence import SessionState

PATIENCE = 10.0
"""Seconds for a test to have the session manager answer."""


class ScriptedSource:
    """Fulfils `sayso.platforms.contract.presence.Source`. Somebody is there, until told."""

    def __init__(self) -> None:
        self.place: str | None = None
        self.followed = 0
        """How often it was begun."""
        self._says: asyncio.Queue[SessionState | Exception] = asyncio.Queue()
        self._says.put_nowait(SessionState())

    async def follow(self, told: Callable[[SessionState], None]) -> NoReturn:
        self.followed += 1
        while True:
            says = await self._says.get()
            if isinstance(says, Exception):
                raise says
            told(says)

    def says(self, what: SessionState | Exception) -> None:
        self._says.put_nowait(what)


class ScriptedPresence:
    """Fulfils `sayso.platforms.contract.presence.Presence`."""

    def __init__(self) -> None:
        self.of_person, self.of_session_bus = ScriptedSource(), ScriptedSource()

    def person(self) -> ScriptedSource:
        return self.of_person

    def session_bus(self) -> ScriptedSource:
        return self.of_session_bus


class ScriptedManager:
    """A session manager that knows these variables."""

    def __init__(self, **knows: str) -> None:
        self.knows = knows
        self.asked = 0
        self.answers = threading.Event()
        """Cleared: it takes its time."""
        self.answers.set()
        self.fault: Exception | None = None

    def join(self, environ: MutableMapping[str, str]) -> None:
        self.asked += 1
        self.answers.wait(PATIENCE)
        if self.fault:
            raise self.fault
        environ.update(self.knows)

    def seeking(self, **environ: str) -> DisplayResolver:
        """In a process with this environment."""
        return DisplayResolver(self.join, environ)


def in_vain() -> DisplayResolver:
    """No screen is found, ever."""
    return ScriptedManager().seeking()
