"""Whether the person is there: what the daemon makes of what the system tells, or does not."""

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from in_memory.presence import MemoryPresence
from sayso.daemon.presence import FAULT_OF_OURS, FIRST_DELAY, GRACE, LONGEST_DELAY, Presence
from sayso.platforms.contract.presence import Lost, SessionState
from support.daemon import QUESTION, Caller, stage
from support.still_loop import StillLoop, run

LOCKED, BEHIND = "the screen is locked", "another user is in front"


class Following:
    """A Presence, and what it tells."""

    def __init__(self, system: MemoryPresence) -> None:
        self.told: asyncio.Queue[str | None] = asyncio.Queue()
        self.sessions: list[str] = []
        self.buses = 0
        """How often the session bus came where none was."""
        self.presence = Presence(lambda: system)

    def start(self) -> None:
        self.presence.start(
            self.told.put_nowait, lambda: self.sessions.append("another"), self._bus_came
        )

    def _bus_came(self) -> None:
        self.buses += 1

    async def until_fault(self, words: str | None) -> None:
        """Either all of what is wrong, or None: nothing is."""
        while self.presence.fault != words:  # noqa: ASYNC110 (the loop itself must go on for it)
            await asyncio.sleep(0)


@contextlib.asynccontextmanager
async def following(system: MemoryPresence) -> AsyncIterator[Following]:
    made = Following(system)
    made.start()
    yield made
    made.presence.close()
    await settled()


async def settled() -> None:
    for _ in range(20):
        await asyncio.sleep(0)


class TestWhatIsTold:
    def test_is_told_once_for_each_change(self) -> None:
        async def scenario(_: StillLoop) -> None:
            system = MemoryPresence()
            async with following(system) as here:
                await settled()
                for away in (None, LOCKED, LOCKED, BEHIND, None, None):
                    system.of_person.says(SessionState("c1", away))
                await settled()
                told = [here.told.get_nowait() for _ in range(here.told.qsize())]
                assert told == [None, LOCKED, BEHIND, None]
                assert len(here.sessions) == 1
                system.of_person.says(SessionState())
                system.of_person.says(SessionState("c2"))
                await settled()
                assert len(here.sessions) == 2

        run(scenario)

    def test_is_looked_for_anew_on_another_screen(self) -> None:
        async def scenario(_: StillLoop) -> None:
            system = MemoryPresence()
            async with following(system) as here:
                system.of_person.says(SessionState("c1", LOCKED))
                await settled()
                here.presence.screen_came()
                await settled()
                assert system.of_person.followed == 2
                assert system.of_session_bus.followed == 2
                assert here.presence.away == LOCKED  # until it is known otherwise
                system.of_person.says(SessionState("c2"))
                await settled()
                assert here.presence.away is None

        run(scenario)

    def test_what_is_not_known_any_more_keeps_nobody_away_for_long(self) -> None:
        async def scenario(loop: StillLoop) -> None:
            system = MemoryPresence()
            async with following(system) as here:
                assert await here.told.get() is None
                system.of_person.says(SessionState("c1", LOCKED))
                assert await here.told.get() == LOCKED
                system.of_person.says(Lost("the bus has gone"))
                await here.until_fault("the bus has gone")
                await settled()
                assert here.told.empty()
                loop.advance(GRACE)
                assert await here.told.get() is None

        run(scenario)

    def test_a_bus_that_is_started_anew_unlocks_nothing(self) -> None:
        async def scenario(loop: StillLoop) -> None:
            system = MemoryPresence()
            async with following(system) as here:
                assert await here.told.get() is None
                system.of_person.says(SessionState("c1", LOCKED))
                assert await here.told.get() == LOCKED
                system.of_person.says(Lost("the bus has gone"))
                await here.until_fault("the bus has gone")
                loop.advance(FIRST_DELAY)
                system.of_person.says(SessionState("c1", LOCKED))
                await here.until_fault(None)
                loop.advance(GRACE)
                await settled()
                assert here.told.empty()
                system.of_person.says(SessionState("c1"))
                assert await here.told.get() is None

        run(scenario)

    def test_the_session_bus_is_followed_by_itself(self) -> None:
        async def scenario(loop: StillLoop) -> None:
            system = MemoryPresence()
            async with following(system) as here:
                said = []
                for says in (Lost("the bus has gone"), SessionState()):
                    await settled()
                    said.append(here.presence.session_bus_fault)
                    system.of_session_bus.says(says)
                    loop.advance(FIRST_DELAY)
                await settled()
                said.append(here.presence.session_bus_fault)
                assert said == [None, "the bus has gone", None]
                assert here.buses == 1
                assert here.presence.fault is None

        run(scenario)


class TestWhatIsLost:
    def test_is_looked_for_less_and_less_often(self) -> None:
        async def scenario(loop: StillLoop) -> None:
            system = MemoryPresence()
            async with following(system):
                delays = [1, 2, 4, 8, 16, 32, 60, 60]
                for count, delay in enumerate(delays, start=1):
                    system.of_person.says(Lost("gone"))
                    await settled()
                    assert system.of_person.followed == count
                    loop.advance(delay - 0.01)
                    await settled()
                    assert system.of_person.followed == count
                    loop.advance(0.02)
                    await settled()
                    assert system.of_person.followed == count + 1

        run(scenario)

    def test_is_looked_for_soon_once_it_was_back(self) -> None:
        async def scenario(loop: StillLoop) -> None:
            system = MemoryPresence()
            async with following(system):
                for _ in range(5):
                    system.of_person.says(Lost("gone"))
                    await settled()
                    loop.advance(LONGEST_DELAY)
                    await settled()
                system.of_person.says(SessionState())
                loop.advance(LONGEST_DELAY)
                await settled()
                system.of_person.says(Lost("gone"))
                await settled()
                followed = system.of_person.followed
                loop.advance(FIRST_DELAY)
                await settled()
                assert system.of_person.followed == followed + 1

        run(scenario)

    def test_where_its_file_is_missing_the_file_is_waited_for(self, tmp_path: Path) -> None:
        async def scenario(loop: StillLoop) -> None:
            system = MemoryPresence()
            place = tmp_path / "dbus" / "socket"
            system.of_person.place = str(place)
            async with following(system) as here:
                system.of_person.says(Lost("no such file"))
                await here.until_fault("no such file")
                await settled()
                loop.advance(10 * LONGEST_DELAY)
                await settled()
                assert system.of_person.followed == 1
                place.parent.mkdir()
                (tmp_path / "dbus" / "another").touch()
                await settled()
                assert system.of_person.followed == 1
                system.of_person.says(SessionState())
                place.touch()
                await here.until_fault(None)
                assert system.of_person.followed == 2

        run(scenario)

    def test_a_fault_of_ours_is_told_and_tried_again(
        self, caplog: pytest.LogCaptureFixture
    ) -> None:
        async def scenario(loop: StillLoop) -> None:
            system = MemoryPresence()
            async with following(system) as here:
                system.of_person.says(ZeroDivisionError())
                await here.until_fault(FAULT_OF_OURS)
                assert await here.told.get() is None
                system.of_person.says(SessionState("c1", LOCKED))
                loop.advance(LONGEST_DELAY)
                assert await here.told.get() == LOCKED
                assert here.presence.fault is None

        with caplog.at_level(logging.ERROR):
            run(scenario)
        assert "ZeroDivisionError" in caplog.text


class TestQuestions:
    async def _away(self, caller: Caller, away: str | None) -> None:
        while (await caller.call("status"))["away"] != away:  # noqa: ASYNC110 (it is the daemon's turn)
            await asyncio.sleep(0)

    def test_nobody_is_asked_who_is_away(self) -> None:
        async def scenario(loop: StillLoop) -> None:
            async with stage(loop) as daemon:
                caller, other = await daemon.caller(), await daemon.caller()
                open_one = await daemon.painted(caller)
                daemon.presence.of_person.says(SessionState("c1", LOCKED))
                await self._away(other, LOCKED)
                ended = await caller.reply(open_one)
                assert (ended["status"], ended["reason"]) == ("no_interactor", LOCKED)
                refused = await caller.call("ask", **QUESTION)
                assert (refused["status"], refused["reason"]) == ("no_interactor", LOCKED)
                daemon.presence.of_person.says(SessionState("c1"))
                await self._away(other, None)
                await daemon.answers_a_question()

        run(scenario)

    def test_a_daemon_that_knows_nothing_asks(self) -> None:
        async def scenario(loop: StillLoop) -> None:
            async with stage(loop) as daemon:
                daemon.presence.of_person.says(Lost("there is no bus"))
                caller = await daemon.caller()
                while (await caller.call("status"))["presence_fault"] != "there is no bus":
                    pass
                await daemon.answers_a_question()

        run(scenario)

    def test_the_screen_hears_of_a_session(self) -> None:
        async def scenario(loop: StillLoop) -> None:
            async with stage(loop) as daemon:
                daemon.presence.of_person.says(SessionState("c1"))
                while not daemon.screen.sessions:  # noqa: ASYNC110 (it is the daemon's turn)
                    await asyncio.sleep(0)

        run(scenario)
