"""Dialog processes that do not go, or hang, are ended, and their place is free again."""

import os
import signal

import pytest

from sayso.core import events as e
from sayso.core.settings import SPARE_SECONDS
from sayso.wire import screen as wire
from sayso.wire.codec import encode
from support.backstage import READY, STANDING, backstage, passes, show, theatre
from support.still_loop import StillLoop, run

COVERED = encode(wire.write(wire.Covered())).decode().strip()


def killed(missing: str, seconds: float) -> e.DialogEnded:
    return e.DialogEnded(1, f"did not say {missing} within {seconds:g} s")


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
                    if order == "close":
                        here.screen.close(1)
                    else:
                        here.screen.recorded(e.Recorded(1, None))
                    pid = await behind.heard(order)
                    await passes(loop, seconds - 0.01)
                    assert pid in behind.left()
                    assert here.events.empty()
                    assert "not_acknowledged" not in caplog.text
                    loop.advance(0.02)
                    assert await here.event() == killed("closed", seconds)
                    assert pid not in behind.left()

        run(scenario)
        assert f"not_acknowledged: dialog 1 did not say closed within {seconds:g} s" in caplog.text

    def test_one_that_obeys_but_stays_is_killed_as_well(
        self, caplog: pytest.LogCaptureFixture
    ) -> None:
        async def scenario(loop: StillLoop) -> None:
            refused = ("wait:not_recorded", "wait:not_recorded", "activity")
            steps = ("wait:show", "painted", "wait:recorded", *refused, "stay")
            with backstage(loop, *steps) as behind:
                async with theatre(loop, behind) as here:
                    here.screen.show(show(1))
                    assert await here.event() == e.Painted(1)
                    here.screen.recorded(e.Recorded(1, None))
                    for _ in range(2):
                        here.screen.not_recorded(1, "this question has ended")
                    assert await here.event() == e.Activity(1)
                    loop.advance(2.1)
                    assert await here.event() == killed("closed", 2.1)

        run(scenario)
        assert "did not say closed within 2.1 s" in caplog.text

    def test_one_that_has_closed_its_window_but_stays_is_killed_and_did_say_so(
        self, caplog: pytest.LogCaptureFixture
    ) -> None:
        async def scenario(loop: StillLoop) -> None:
            steps = ("wait:show", "painted", "wait:close", "closed", "note:stays", "stay")
            with backstage(loop, *steps) as behind:
                async with theatre(loop, behind) as here:
                    here.screen.show(show(1))
                    assert await here.event() == e.Painted(1)
                    here.screen.close(1)
                    pid = await behind.heard("stays")
                    await passes(loop, 1.49)
                    assert pid in behind.left()
                    loop.advance(0.02)
                    assert await here.event() == e.DialogEnded(1)

        run(scenario)
        assert "dialog 1 said closed, but did not end" in caplog.text

    def test_one_that_still_loads_its_toolkit_has_nothing_to_close(
        self, caplog: pytest.LogCaptureFixture
    ) -> None:
        """It goes at once: no clock moves here."""

        async def scenario(loop: StillLoop) -> None:
            with backstage(loop, "stay") as behind:
                async with theatre(loop, behind) as here:
                    here.screen.show(show(1))
                    here.screen.close(1)
                    assert await here.event() == e.DialogEnded(1)

        run(scenario)
        assert caplog.text == ""


class TestStuck:
    """A process that lives and does nothing is ended, so that another can take its place."""

    @pytest.mark.parametrize(
        ("steps", "missing", "seconds"),
        [
            (("stay",), "ready", 8),
            (("hang:show",), "done", 1.5),
        ],
    )
    def test_before_painting(
        self,
        steps: tuple[str, ...],
        missing: str,
        seconds: float,
        caplog: pytest.LogCaptureFixture,
    ) -> None:
        async def scenario(loop: StillLoop) -> None:
            with backstage(loop, *steps) as behind:
                async with theatre(loop, behind) as here:
                    here.screen.show(show(1))
                    pid = next(iter(behind.pids))
                    if missing == "done":
                        await behind.heard("show")
                    await passes(loop, seconds - 0.01)
                    assert pid in behind.left()
                    loop.advance(0.02)
                    assert await here.event() == killed(missing, seconds)
                    assert pid not in behind.left()

        run(scenario)
        assert f"dialog 1 did not say {missing} within {seconds:g} s" in caplog.text

    def test_after_painting_it_is_noticed_though_nothing_is_asked_of_it(
        self, caplog: pytest.LogCaptureFixture
    ) -> None:
        async def scenario(loop: StillLoop) -> None:
            with backstage(loop, "wait:show", "painted", "note:stays", "stay") as behind:
                async with theatre(loop, behind) as here:
                    here.screen.show(show(1))
                    assert await here.event() == e.Painted(1)
                    pid = await behind.heard("stays")
                    await passes(loop, 2)
                    await passes(loop, 1.49)
                    assert pid in behind.left()
                    loop.advance(0.02)
                    assert await here.event() == killed("done", 1.5)

        run(scenario)
        assert "not_acknowledged: dialog 1 did not say done within 1.5 s" in caplog.text

    def test_while_it_lies_below_a_window_as_well(self) -> None:
        """The render budget is not there to notice it any more."""

        async def scenario(loop: StillLoop) -> None:
            with backstage(loop, "wait:show", f"say:{COVERED}", "note:stays", "stay") as behind:
                async with theatre(loop, behind) as here:
                    here.screen.show(show(1))
                    assert await here.event() == e.Covered(1)
                    await behind.heard("stays")
                    await passes(loop, 2)
                    loop.advance(1.5)
                    assert await here.event() == killed("done", 1.5)

        run(scenario)

    def test_at_an_order(self) -> None:
        async def scenario(loop: StillLoop) -> None:
            with backstage(loop, "wait:show", "painted", "hang:update") as behind:
                async with theatre(loop, behind) as here:
                    here.screen.show(show(1))
                    assert await here.event() == e.Painted(1)
                    here.screen.update(e.Update(1, STANDING))
                    await behind.heard("update")
                    loop.advance(1.5)
                    assert await here.event() == killed("done", 1.5)

        run(scenario)

    def test_at_the_second_of_two_orders(self) -> None:
        async def scenario(loop: StillLoop) -> None:
            steps = ("wait:show", "painted", "wait:update", "activity", "hang:not_recorded")
            with backstage(loop, *steps) as behind:
                async with theatre(loop, behind) as here:
                    here.screen.show(show(1))
                    assert await here.event() == e.Painted(1)
                    here.screen.update(e.Update(1, STANDING))
                    here.screen.not_recorded(1, "too late")
                    assert await here.event() == e.Activity(1)
                    await behind.heard("not_recorded")
                    loop.advance(1.5)
                    assert await here.event() == killed("done", 1.5)

        run(scenario)

    def test_one_that_takes_long_to_paint_is_not(self, caplog: pytest.LogCaptureFixture) -> None:
        """The render budget is the core's to watch; other orders wait meanwhile."""

        async def scenario(loop: StillLoop) -> None:
            steps = ("wait:show", "note:come", "wait:update", "painted", "wait:close")
            with backstage(loop, *steps) as behind:
                async with theatre(loop, behind) as here:
                    here.screen.show(show(1))
                    pid = await behind.heard("come")
                    os.kill(pid, signal.SIGSTOP)
                    here.screen.update(e.Update(1, STANDING))
                    for _ in range(3):
                        await passes(loop, 2)
                    assert caplog.text == ""
                    os.kill(pid, signal.SIGCONT)
                    assert await here.event() == e.Painted(1)

        run(scenario)

    def test_once_painted_at_an_order_from_before(self) -> None:
        async def scenario(loop: StillLoop) -> None:
            steps = ("wait:show", "note:come", "wait:update", "painted", "stay")
            with backstage(loop, *steps) as behind:
                async with theatre(loop, behind) as here:
                    here.screen.show(show(1))
                    await behind.heard("come")
                    here.screen.update(e.Update(1, STANDING))
                    here.screen.not_recorded(1, "not on the screen yet")
                    assert await here.event() == e.Painted(1)
                    loop.advance(1.5)
                    assert await here.event() == killed("done", 1.5)

        run(scenario)

    def test_one_that_lives_is_left_alone_until_it_hangs(
        self, caplog: pytest.LogCaptureFixture
    ) -> None:
        async def scenario(loop: StillLoop) -> None:
            lives = ("wait:update", "activity") * 4
            steps = (READY, "note:ready", "wait:show", "painted", *lives, "note:stays", "stay")
            with backstage(loop, *steps) as behind:
                async with theatre(loop, behind) as here:
                    here.screen.show(show(1))
                    assert await here.event() == e.Painted(1)
                    pid = await behind.heard("show")
                    loop.advance(SPARE_SECONDS)
                    assert await behind.heard("ready") != pid  # the spare
                    for _ in range(4):
                        await passes(loop, 2)
                        here.screen.update(e.Update(1, STANDING))
                        assert await here.event() == e.Activity(1)
                    await behind.heard("stays")
                    assert caplog.text == ""
                    await passes(loop, 2)
                    loop.advance(1.5)
                    assert await here.event() == killed("done", 1.5)

        run(scenario)

    def test_one_that_says_done_too_often_is_left_alone(
        self, caplog: pytest.LogCaptureFixture
    ) -> None:
        async def scenario(loop: StillLoop) -> None:
            with backstage(loop, "wait:show", "done", "painted", "wait:close") as behind:
                async with theatre(loop, behind) as here:
                    here.screen.show(show(1))
                    assert await here.event() == e.Painted(1)
                    await passes(loop, 1.6)
                    assert caplog.text == ""

        run(scenario)

    def test_a_spare_is_asked_nothing_while_it_is_one(self) -> None:
        """Idle, nothing runs."""

        async def scenario(loop: StillLoop) -> None:
            with backstage(loop, READY, "note:ready", "stay") as behind:
                async with theatre(loop, behind):
                    pid = await behind.heard("ready")
                    for _ in range(4):
                        await passes(loop, 10)
                    assert behind.left() == {pid}

        run(scenario)
