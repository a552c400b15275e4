"""What every platform tells about where the person is. A backend's own test inherits this."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from typing import Protocol

import pytest

from sayso.platforms.contract.presence import Lost, Presence, SessionState, Source
from support.still_loop import StillLoop, run


class Watching:
    """The states that a source tells, one after another; a state that is told again is skipped."""

    def __init__(self, source: Source, loop: StillLoop) -> None:
        self._told: asyncio.Queue[SessionState] = asyncio.Queue()
        self._last: SessionState | None = None
        self._loop = loop
        self.task: asyncio.Task[None] = loop.create_task(self._follow(source))

    async def _follow(self, source: Source) -> None:
        await source.follow(self._told.put_nowait)

    async def next(self) -> SessionState:
        """The next state that differs from the last one. Raises what the source's `follow`
        raised."""
        while True:
            getting = self._loop.create_task(self._told.get())
            await asyncio.wait({getting, self.task}, return_when=asyncio.FIRST_COMPLETED)
            if not getting.done():
                getting.cancel()
                await self.task
            self._loop.advance(1)  # longer than any source pauses between two checks
            if (sight := getting.result()) != self._last:
                self._last = sight
                return sight

    async def away(self) -> str | None:
        sight = await self.next()
        assert sight.unknown is None
        return sight.away


@contextlib.asynccontextmanager
async def watching(loop: StillLoop, source: Source) -> AsyncIterator[Watching]:
    made = Watching(source, loop)
    try:
        yield made
    finally:
        made.task.cancel()
        await asyncio.wait({made.task})


class Person(Protocol):
    """The person whose session the test plays. At first there is no session."""

    def comes(self) -> None:
        """A session with a screen begins."""

    def locks(self) -> None: ...
    def unlocks(self) -> None: ...
    def leaves(self) -> None:
        """The session ends."""

    def is_lost(self) -> None:
        """The source of the state goes away."""


class PresenceContract:
    """Fixtures: `presence`; and `person`, about whom it tells."""

    def test_it_is_told_how_it_is_now_and_what_changes(
        self, presence: Presence, person: Person
    ) -> None:
        async def scenario(loop: StillLoop) -> None:
            person.comes()
            async with watching(loop, presence.person()) as told:
                first = await told.next()
                assert (first.away, first.unknown) == (None, None)
                assert first.session
                person.locks()
                assert await told.away()
                person.unlocks()
                assert await told.next() == first

        run(scenario)

    def test_who_was_away_from_the_start_is(self, presence: Presence, person: Person) -> None:
        async def scenario(loop: StillLoop) -> None:
            person.comes()
            person.locks()
            async with watching(loop, presence.person()) as told:
                assert await told.away()

        run(scenario)

    def test_without_a_session_nothing_is_against_a_dialog(
        self, presence: Presence, person: Person
    ) -> None:
        async def scenario(loop: StillLoop) -> None:
            async with watching(loop, presence.person()) as told:
                assert await told.next() == SessionState()
                person.comes()
                person.locks()
                while not await told.away():
                    pass
                person.leaves()
                assert await told.next() == SessionState()

        run(scenario)

    def test_several_may_follow(self, presence: Presence, person: Person) -> None:
        async def scenario(loop: StillLoop) -> None:
            person.comes()
            person.locks()
            async with (
                watching(loop, presence.person()) as one,
                watching(loop, presence.person()) as other,
            ):
                assert await one.away()
                assert await other.away()

        run(scenario)

    def test_what_is_gone_is_lost_and_it_is_said_why(
        self, presence: Presence, person: Person
    ) -> None:
        async def scenario(loop: StillLoop) -> None:
            person.comes()
            async with watching(loop, presence.person()) as told:
                await told.next()
                person.is_lost()
                with pytest.raises(Lost) as lost:
                    await told.next()
                assert str(lost.value)

        run(scenario)
