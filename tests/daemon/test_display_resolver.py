"""A screen that comes later: the first one, or another in the place of one that has gone."""

import asyncio
import contextlib
import functools
from collections.abc import AsyncIterator

import pytest

from in_memory.peer import MemoryPeer
from in_memory.session import MemorySession
from sayso.core import events as e
from sayso.core.settings import SPARE_SECONDS, Settings
from sayso.daemon.display_resolver import FRESH_SECONDS, MOMENTS, MOST_WAITING
from sayso.daemon.screen import DialogScreen
from sayso.platforms import select
from support.backstage import READY, Backstage, backstage, passes, show
from support.daemon import QUESTION, Daemon, running
from support.seeking import seeking
from support.still_loop import StillLoop, run

WARM = (READY, "wait:show")
UNUSABLE = 'say:{"method":"unusable","params":{"reason":"no display"}}'


class Headless:
    """A screen without a screen, its events, and the session manager that is asked."""

    def __init__(self, behind: Backstage, name: str | None, comes_with: e.Show | None) -> None:
        """`comes_with`: what is to be shown as soon as there is a screen again."""
        self.manager = MemorySession()
        environ = {"DISPLAY": name} if name else {}
        self.screen = DialogScreen(name, behind.command, resolver=seeking(self.manager, **environ))
        self.events: asyncio.Queue[e.Event] = asyncio.Queue()
        self._comes_with = comes_with
        self.screen.start(self._heard, lambda: None)

    def _heard(self, event: e.Event) -> None:
        self.events.put_nowait(event)
        if event == e.ScreenChanged(None) and self._comes_with:
            self.screen.show(self._comes_with)

    async def sought(self) -> None:
        looked = asyncio.Event()
        self.screen.sought(looked.set)
        await looked.wait()


@contextlib.asynccontextmanager
async def headless(
    behind: Backstage, name: str | None = None, comes_with: e.Show | None = None
) -> AsyncIterator[Headless]:
    made = Headless(behind, name, comes_with)
    yield made
    await made.screen.stop()


class TestADaemonWithoutAScreen:
    def test_finds_the_one_that_came_when_it_is_asked_for(self) -> None:
        async def scenario(loop: StillLoop) -> None:
            with backstage(loop, *WARM) as behind:
                async with headless(behind) as here:
                    assert await here.events.get() == e.ScreenChanged(select.session().no_screen())
                    here.manager.knows["DISPLAY"] = ":7"
                    await here.sought()
                    assert here.screen.name == ":7"
                    assert here.screen.reason is None
                    assert await here.events.get() == e.ScreenChanged(None)
                    spare = await behind.heard("started")
                    here.screen.show(show(1))
                    assert await behind.heard("show") == spare
                    await here.sought()
                    assert here.manager.asked == 1

        run(scenario)

    def test_starts_no_dialog_process_before(self) -> None:
        async def scenario(loop: StillLoop) -> None:
            with backstage(loop, *WARM) as behind:
                async with headless(behind) as here:
                    await here.sought()
                    await passes(loop, 60)
                    assert behind.left() == set()
                    assert here.screen.reason == select.session().no_screen()

        run(scenario)

    def test_asks_the_session_manager_once_in_a_while_however_many_ask(self) -> None:
        async def scenario(loop: StillLoop) -> None:
            with backstage(loop, *WARM) as behind:
                async with headless(behind) as here:
                    await asyncio.gather(*(here.sought() for _ in range(50)))
                    await here.sought()
                    assert here.manager.asked == 1
                    loop.advance(FRESH_SECONDS)
                    await here.sought()
                    assert here.manager.asked == 2

        run(scenario)

    def test_a_flood_waits_for_no_slow_session_manager(self) -> None:
        """Beyond the bound they are told at once; those within it once it has answered."""

        async def scenario(loop: StillLoop) -> None:
            with backstage(loop, *WARM) as behind:
                async with headless(behind) as here:
                    here.manager.answers.clear()
                    told: list[int] = []
                    for number in range(MOST_WAITING + 2):
                        here.screen.sought(functools.partial(told.append, number))
                    assert told == [MOST_WAITING, MOST_WAITING + 1]
                    here.manager.answers.set()
                    while len(told) < MOST_WAITING + 2:  # noqa: ASYNC110 (the loop must go on)
                        await asyncio.sleep(0)
                    assert sorted(told) == [*range(MOST_WAITING + 2)]
                    assert here.manager.asked == 1

        run(scenario)

    def test_a_fault_of_ours_keeps_nobody_waiting(self, caplog: pytest.LogCaptureFixture) -> None:
        async def scenario(loop: StillLoop) -> None:
            with backstage(loop, *WARM) as behind:
                async with headless(behind) as here:
                    here.manager.fault = ZeroDivisionError()
                    await here.sought()
                    assert here.screen.name is None

        run(scenario)
        assert "ZeroDivisionError" in caplog.text

    def test_looks_some_times_after_a_session_came(self) -> None:
        """The desktop tells the session manager of its screen some moments later."""

        async def scenario(loop: StillLoop) -> None:
            with backstage(loop, *WARM) as behind:
                async with headless(behind) as here:
                    here.screen.session_came()
                    await passes(loop, 0)
                    await here.sought()
                    assert here.manager.asked == 1
                    here.manager.knows["DISPLAY"] = ":7"
                    loop.advance(MOMENTS[1])
                    await behind.heard("started")
                    assert here.screen.name == ":7"
                    await passes(loop, MOMENTS[-1])
                    assert here.manager.asked == 2
                    here.screen.session_came()
                    await passes(loop, MOMENTS[-1])
                    assert here.manager.asked == 2

        run(scenario)

    def test_a_question_is_on_the_screen_that_came(self) -> None:
        async def scenario(loop: StillLoop) -> None:
            steps = ("wait:show", "painted", "answer:approve", "wait:recorded", "closed")
            with backstage(loop, *steps) as behind:
                manager = MemorySession(DISPLAY=":7")
                screen = DialogScreen(None, behind.command, resolver=seeking(manager))
                made = Daemon(loop, screen, MemoryPeer(), Settings())
                async with running(made) as daemon:
                    caller = await daemon.caller()
                    assert (await caller.call("ask", **QUESTION))["status"] == "ready"

        run(scenario)

    def test_a_question_whose_asker_hung_up_meanwhile_is_not_asked(self) -> None:
        async def scenario(loop: StillLoop) -> None:
            with backstage(loop, "wait:show", "painted", "stay") as behind:
                manager = MemorySession(DISPLAY=":7")
                screen = DialogScreen(None, behind.command, resolver=seeking(manager))
                made = Daemon(loop, screen, MemoryPeer(), Settings())
                async with running(made) as daemon:
                    caller, other = await daemon.caller(), await daemon.caller()
                    manager.answers.clear()
                    await caller.request("ask", **QUESTION)
                    caller.close()
                    while (await other.call("status"))["connections"] > 1:
                        pass
                    manager.answers.set()
                    while (await other.call("status"))["screen"] is None:
                        pass
                    assert (await other.call("list"))["prompts"] == []

        run(scenario)


class TestAScreenThatHasGone:
    def test_another_takes_its_place(self) -> None:
        async def scenario(loop: StillLoop) -> None:
            with backstage(loop, UNUSABLE) as behind:
                async with headless(behind, ":7") as here:
                    here.manager.knows["DISPLAY"] = ":8"
                    await behind.heard("started")
                    assert await here.events.get() == e.ScreenChanged(None)
                    assert here.manager.asked == 1
                    assert here.screen.name == ":8"

        run(scenario)

    def test_no_question_is_shown_by_a_process_of_the_screen_that_has_gone(self) -> None:
        """It was warm, and a question comes in the moment in which there is a screen again."""

        async def scenario(loop: StillLoop) -> None:
            steps = (READY, "wait:show", "painted", "wait:bring_forward", UNUSABLE, "wait:close")
            with backstage(loop, *steps) as behind:
                async with headless(behind, ":7", comes_with=show(2)) as here:
                    here.manager.knows["DISPLAY"] = ":8"
                    await behind.heard("started")
                    here.screen.show(show(1))
                    await behind.heard("show")
                    assert await here.events.get() == e.Painted(1)
                    loop.advance(SPARE_SECONDS)
                    warm_before = await behind.heard("started")
                    here.screen.bring_forward(e.BringDialogForward(1, takes_keyboard=True))
                    await behind.heard("bring_forward")
                    assert await behind.heard("show") != warm_before

        run(scenario)

    def test_one_that_is_there_is_kept(self) -> None:
        """Also where the session manager knows another by now."""

        async def scenario(loop: StillLoop) -> None:
            with backstage(loop, *WARM) as behind:
                async with headless(behind, ":7") as here:
                    here.manager.knows["DISPLAY"] = ":8"
                    spare = await behind.heard("started")
                    here.screen.session_came()
                    await here.sought()
                    await passes(loop, 60)
                    assert (here.manager.asked, here.screen.name) == (0, ":7")
                    assert behind.pids == {spare}

        run(scenario)
