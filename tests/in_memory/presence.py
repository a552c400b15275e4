"""Tells about the person's presence what the test says."""

import asyncio
from collections.abc import Callable
from typing import NoReturn

from sayso.platforms.contract.presence import SessionState


class MemorySource:
    """Fulfils `sayso.platforms.contract.presence.Source`. Somebody is there, unless the test says
    otherwise."""

    def __init__(self) -> None:
        self.place: str | None = None
        self.followed = 0
        """How often `follow` was called."""
        self._now: SessionState | Exception = SessionState()
        self._followers: list[asyncio.Queue[SessionState | Exception]] = []

    async def follow(self, told: Callable[[SessionState], None]) -> NoReturn:
        self.followed += 1
        said: asyncio.Queue[SessionState | Exception] = asyncio.Queue()
        said.put_nowait(self._now)
        self._followers.append(said)
        try:
            while True:
                what = await said.get()
                if isinstance(what, Exception):
                    raise what
                told(what)
        finally:
            self._followers.remove(said)

    def says(self, what: SessionState | Exception) -> None:
        """Tells a state, or raises an exception, to all who follow now and to those who will, until
        the next call."""
        self._now = what
        for each in self._followers:
            each.put_nowait(what)


class MemoryPresence:
    """Fulfils `sayso.platforms.contract.presence.Presence`."""

    def __init__(self) -> None:
        self.of_person, self.of_session_bus = MemorySource(), MemorySource()

    def person(self) -> MemorySource:
        return self.of_person

    def session_bus(self) -> MemorySource:
        return self.of_session_bus
