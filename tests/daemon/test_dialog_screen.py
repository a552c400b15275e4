"""The screen's dialog processes: real ones, that run a script instead of a toolkit."""

import asyncio
import contextlib
import gc
from collections.abc import AsyncIterator

import pytest

from sayso.core import events as e
from sayso.core.questions import Choice, Confirm
from sayso.daemon.screen import DialogScreen
from support.backstage import Backstage, backstage
from support.scripted_screen import alone
from support.still_loop import StillLoop, run

READY = 'say:{"method":"ready","params":{"screen":":7"}}'
WHOLE = (READY, "wait:show", "painted", "wait:recorded", "closed")


def show(run: int) -> e.Show:
    return e.Show(run, 100 + run, Confirm("Deploy?"), alone(4242), 60.0)


class Theatre:
    """A DialogScreen and what it reports."""

    def __init__(self, behind: Backstage) -> None:
        self.screen = DialogScreen(1.0, behind.command)
        self.events: asyncio.Queue[e.Event] = asyncio.Queue()

    async def event(self) -> e.Event:
        return await self.events.get()


@contextlib.asynccontextmanager
async def theatre(loop: StillLoop, behind: Backstage) -> AsyncIterator[Theatre]:
    """Started, its first spare running; stopped at the end, without waiting for the unwilling."""
    made = Theatre(behind)
    made.screen.start(made.events.put_nowait)
    await behind.heard("started")
    yield made
    stopping = loop.create_task(made.screen.stop())
    await asyncio.sleep(0)
    loop.advance(1.5)
    await stopping
    assert made.events.empty()


class TestSpare:
    def test_each_dialog_is_the_process_that_was_kept_warm(
        self, caplog: pytest.LogCaptureFixture
    ) -> None:
        async def scenario(loop: StillLoop) -> None:
            with backstage(loop, *WHOLE) as behind:
                screen = DialogScreen(1.0, behind.command)
                events: asyncio.Queue[e.Event] = asyncio.Queue()
                screen.start(events.put_nowait)
                for number in (1, 2):
                    spare = await behind.heard("started")
                    screen.show(show(number))
                    assert await behind.heard("show") == spare
                    assert await events.get() == e.Painted(number)
                    screen.recorded(number)
                    assert await events.get() == e.DialogEnded(number)
                await behind.heard("started")
                loop.advance(60)
                await screen.stop()
                assert len(behind.pids) == 3

        run(scenario)
        assert caplog.text == ""

    def test_a_dead_spare_is_replaced_when_it_is_needed(self) -> None:
        async def scenario(loop: StillLoop) -> None:
            with backstage(loop, "die") as behind:
                async with theatre(loop, behind) as here:
                    for number in (1, 2, 3):
                        here.screen.show(show(number))
                        assert await here.event() == e.DialogEnded(number)

        run(scenario)


class TestReports:
    def test_what_the_person_does_is_reported(self) -> None:
        async def scenario(loop: StillLoop) -> None:
            steps = ("wait:show", "painted", "activity", "answer:deny", "wait:recorded")
            with backstage(loop, *steps) as behind:
                async with theatre(loop, behind) as here:
                    here.screen.show(show(5))
                    assert await here.event() == e.Painted(5)
                    assert await here.event() == e.Activity(5)
                    assert await here.event() == e.Answered(5, Choice.DENY)
                    here.screen.recorded(5)
                    assert await here.event() == e.DialogEnded(5)

        run(scenario)

    def test_orders_reach_their_dialog(self) -> None:
        async def scenario(loop: StillLoop) -> None:
            steps = ("wait:show", "painted", "wait:not_recorded", "wait:close")
            with backstage(loop, *steps) as behind:
                async with theatre(loop, behind) as here:
                    here.screen.show(show(1))
                    assert await here.event() == e.Painted(1)
                    pid = await behind.heard("show")
                    assert (await behind.next())[1] == "started"  # the spare
                    here.screen.change_deadline(e.ChangeDeadline(1, 30))
                    assert await behind.next() == (pid, "update")
                    here.screen.not_recorded(1, "too late")
                    assert await behind.next() == (pid, "not_recorded")
                    here.screen.close(1)
                    assert await behind.next() == (pid, "close")
                    assert await here.event() == e.DialogEnded(1)

        run(scenario)

    def test_orders_to_a_dialog_that_has_gone_reach_no_other(self) -> None:
        async def scenario(loop: StillLoop) -> None:
            with backstage(loop, "wait:show", "painted", "wait:not_recorded", "die") as behind:
                async with theatre(loop, behind) as here:
                    here.screen.show(show(2))
                    assert await here.event() == e.Painted(2)
                    pid = await behind.heard("show")
                    assert (await behind.next())[1] == "started"  # the spare
                    here.screen.change_deadline(e.ChangeDeadline(1, 30))
                    here.screen.recorded(1)
                    here.screen.close(1)
                    here.screen.not_recorded(2, "too late")
                    assert await behind.next() == (pid, "not_recorded")
                    assert await here.event() == e.DialogEnded(2)

        run(scenario)


class TestDeath:
    @pytest.mark.parametrize("steps", [("die",), ("wait:show", "die"), ("hang-up", "stay"), ()])
    def test_before_painting_frees_the_place(self, steps: tuple[str, ...]) -> None:
        async def scenario(loop: StillLoop) -> None:
            with backstage(loop, *steps) as behind:
                async with theatre(loop, behind) as here:
                    here.screen.show(show(1))
                    assert await here.event() == e.DialogEnded(1)
                    assert len(behind.left()) <= 1  # a spare at most

        run(scenario)

    def test_after_painting_frees_it_too(self) -> None:
        async def scenario(loop: StillLoop) -> None:
            with backstage(loop, "wait:show", "painted", "die") as behind:
                async with theatre(loop, behind) as here:
                    here.screen.show(show(1))
                    assert await here.event() == e.Painted(1)
                    assert await here.event() == e.DialogEnded(1)

        run(scenario)


class TestGarbage:
    @pytest.mark.parametrize(
        "garbage",
        [
            "say:nonsense",
            "say:",
            "say:[]",
            "say:{}",
            'say:{"method":"answered","params":{"choice":"yes"}}',
            'say:{"method":"approve","params":{}}',
            'say:{"method":"recorded","params":{}}',
            'say:{"method":"close","params":{}}',
            "answer:approved",
            "flood",
        ],
    )
    def test_ends_its_dialog_which_answers_nothing_any_more(
        self, garbage: str, caplog: pytest.LogCaptureFixture
    ) -> None:
        async def scenario(loop: StillLoop) -> None:
            steps = ("wait:show", "painted", garbage, "answer:approve", "stay")
            with backstage(loop, *steps) as behind:
                async with theatre(loop, behind) as here:
                    here.screen.show(show(1))
                    assert await here.event() == e.Painted(1)
                    assert await here.event() == e.DialogEnded(1)

        run(scenario)
        assert "a dialog process broke the protocol and is ended" in caplog.text

    def test_a_helper_that_holds_the_socket_keeps_no_dead_dialog_alive(self) -> None:
        async def scenario(loop: StillLoop) -> None:
            with backstage(loop, "wait:show", "helper", "say:nonsense", "stay") as behind:
                async with theatre(loop, behind) as here:
                    here.screen.show(show(1))
                    assert await here.event() == e.DialogEnded(1)

        run(scenario)


class TestNotClosing:
    @pytest.mark.parametrize(("order", "seconds"), [("close", 1.5), ("recorded", 2.1)])
    def test_a_dialog_that_stays_is_killed(
        self, order: str, seconds: float, caplog: pytest.LogCaptureFixture
    ) -> None:
        async def scenario(loop: StillLoop) -> None:
            with backstage(loop, "wait:show", "painted", f"wait:{order}", "stay") as behind:
                async with theatre(loop, behind) as here:
                    here.screen.show(show(1))
                    assert await here.event() == e.Painted(1)
                    tell = {"close": here.screen.close, "recorded": here.screen.recorded}[order]
                    tell(1)
                    pid = await behind.heard(order)
                    loop.advance(seconds - 0.01)
                    await asyncio.sleep(0)
                    assert pid in behind.left()
                    assert here.events.empty()
                    assert "not_acknowledged" not in caplog.text
                    loop.advance(0.02)
                    assert await here.event() == e.DialogEnded(1)
                    assert pid not in behind.left()

        run(scenario)
        assert f"not_acknowledged: dialog 1 did not close within {seconds:g} s" in caplog.text


class TestStop:
    def test_every_dialog_closes_and_the_spare_with_them(self) -> None:
        async def scenario(loop: StillLoop) -> None:
            with backstage(loop, "wait:show", "painted", "wait:close", "closed") as behind:
                screen = DialogScreen(1.0, behind.command)
                events: asyncio.Queue[e.Event] = asyncio.Queue()
                screen.start(events.put_nowait)
                await behind.heard("started")
                screen.show(show(1))
                assert await events.get() == e.Painted(1)
                await behind.heard("started")
                await screen.stop()
                assert not behind.left()
                assert len(behind.pids) == 2
                assert events.empty()  # what ends now is no news

        run(scenario)

    def test_one_that_stays_is_killed(self) -> None:
        async def scenario(loop: StillLoop) -> None:
            with backstage(loop, "stay") as behind:
                screen = DialogScreen(1.0, behind.command)
                screen.start(lambda event: None)
                await behind.heard("started")
                stopping = loop.create_task(screen.stop())
                await asyncio.sleep(0)
                assert behind.left()
                loop.advance(1.5)
                await stopping
                assert not behind.left()

        run(scenario)

    def test_without_a_process_it_is_done(self) -> None:
        async def scenario(loop: StillLoop) -> None:
            screen = DialogScreen(1.0, ("/nonexistent/dialog",))
            screen.start(lambda event: None)
            await asyncio.sleep(0)
            await screen.stop()

        run(scenario)


class TestUnusable:
    def test_a_command_that_can_not_be_started_fails_the_screen(
        self, caplog: pytest.LogCaptureFixture
    ) -> None:
        async def scenario(loop: StillLoop) -> None:
            screen = DialogScreen(1.0, ("/nonexistent/dialog",))
            events: asyncio.Queue[e.Event] = asyncio.Queue()
            screen.start(events.put_nowait)
            screen.show(show(1))
            assert await events.get() == e.ScreenFailed("no dialog process could be started")
            assert await events.get() == e.DialogEnded(1)
            await screen.stop()

        run(scenario)
        assert "/nonexistent/dialog" in caplog.text
        gc.collect()  # a socket left open is a warning, and so an error

    def test_a_dialog_that_says_so_fails_the_screen(self) -> None:
        async def scenario(loop: StillLoop) -> None:
            unusable = 'say:{"method":"unusable","params":{"reason":"no fonts"}}'
            with backstage(loop, "wait:show", unusable) as behind:
                async with theatre(loop, behind) as here:
                    here.screen.show(show(1))
                    assert await here.event() == e.ScreenFailed("no fonts")
                    assert await here.event() == e.DialogEnded(1)

        run(scenario)

    def test_a_spare_that_says_so_ends_no_question(self) -> None:
        async def scenario(loop: StillLoop) -> None:
            unusable = 'say:{"method":"unusable","params":{"reason":"no fonts"}}'
            steps = (unusable, "note:said", "wait:show", "painted", "wait:close")
            with backstage(loop, *steps) as behind:
                async with theatre(loop, behind) as here:
                    await behind.heard("said")
                    here.screen.show(show(1))
                    assert await here.event() == e.Painted(1)

        run(scenario)
