"""The machine sleeps, over the real socket: no timer of the loop runs, and the clock leaps."""

import json
from pathlib import Path

import pytest

from sayso.core import events as e
from sayso.core.outcome import Approved, Denied, NotShown, TimedOut
from sayso.core.questions import Choice
from sayso.core.secret import Secret
from sayso.core.settings import Settings
from sayso.daemon.log import LogWriter
from sayso.daemon.runner import LONGEST_SLEEP
from sayso.errors import Expired, OfferLapsed, UnknownClaim
from sayso.wire.outcomes import decode_outcome
from support.daemon import Caller, Stage, stage
from support.disk import Disk, audit, whole_lines
from support.still_loop import StillLoop, run

DAY = 86_400.0
UNLOCK = {"kind": "password", "message": "Unlock the disk"}


async def committed(caller: Caller, ready: dict[str, str]) -> object:
    return decode_outcome(await caller.call("claim", claim=ready["claim"]))


async def expired(caller: Caller, ticket: str) -> bool:
    error = await caller.error(await caller.request("collect", ticket=ticket))
    return isinstance(error, Expired)


class TestBeforeAnyTimer:
    """The first that the daemon hears afterwards is a caller or the person."""

    def test_an_answer_is_not_collected(self) -> None:
        async def scenario(loop: StillLoop) -> None:
            async with stage(loop) as daemon:
                caller = await daemon.caller()
                ticket = await daemon.left(caller, retention=600)
                daemon.screen.painted()
                daemon.screen.press(Choice.APPROVE)
                daemon.slept = DAY
                assert await expired(caller, ticket)

        run(scenario)

    def test_an_answer_that_was_offered_is_not_claimed(self) -> None:
        async def scenario(loop: StillLoop) -> None:
            async with stage(loop) as daemon:
                caller = await daemon.caller()
                identity = await daemon.painted(caller)
                daemon.screen.press(Choice.APPROVE)
                ready = await caller.reply(identity)
                daemon.slept = 10
                claim = {"claim": ready["claim"]}
                lapsed = await caller.error(await caller.request("claim", **claim))
                assert isinstance(lapsed, OfferLapsed)
                daemon.slept = DAY
                unknown = await caller.error(await caller.request("claim", **claim))
                assert isinstance(unknown, UnknownClaim)

        run(scenario)

    def test_what_was_committed_is_not_repeated(self) -> None:
        async def scenario(loop: StillLoop) -> None:
            async with stage(loop) as daemon:
                caller = await daemon.caller()
                identity = await daemon.painted(caller)
                daemon.screen.press(Choice.APPROVE)
                ready = await caller.reply(identity)
                assert await committed(caller, ready) == Approved()
                daemon.slept = DAY
                again = await caller.request("claim", claim=ready["claim"])
                assert isinstance(await caller.error(again), UnknownClaim)

        run(scenario)

    def test_a_click_is_not_recorded(self) -> None:
        async def scenario(loop: StillLoop) -> None:
            async with stage(loop) as daemon:
                caller = await daemon.caller()
                identity = await daemon.painted(caller, wait=600, timeout=600)
                daemon.screen.lingers = True
                daemon.slept = DAY
                daemon.screen.press(Choice.APPROVE)
                assert await committed(caller, await caller.reply(identity)) == TimedOut()
                assert daemon.screen.orders[-1] == e.NotRecorded(1, "this question has ended")

        run(scenario)

    def test_a_password_is_not_taken(self) -> None:
        async def scenario(loop: StillLoop) -> None:
            async with stage(loop) as daemon:
                caller = await daemon.caller()
                identity = await daemon.painted(caller, **UNLOCK)
                daemon.slept = DAY
                secret = Secret(bytearray(b"hunter2"))
                daemon.screen.submit(secret)
                assert len(secret) == 0
                assert await committed(caller, await caller.reply(identity)) == TimedOut()

        run(scenario)

    def test_a_dialog_that_paints_then_is_not_shown(self) -> None:
        async def scenario(loop: StillLoop) -> None:
            async with stage(loop) as daemon:
                caller = await daemon.caller()
                identity = await daemon.ask(caller, wait=600)
                daemon.slept = DAY
                daemon.screen.painted()
                outcome = decode_outcome(await caller.reply(identity))
                assert isinstance(outcome, NotShown)

        run(scenario)


class TestWhereNobodySpeaks:
    """The daemon looks for itself, some seconds of waking time later."""

    @staticmethod
    def wake(daemon: Stage) -> None:
        daemon.slept = DAY
        daemon.loop.advance(LONGEST_SLEEP)

    def test_who_waits_hears_that_its_question_is_over(self) -> None:
        async def scenario(loop: StillLoop) -> None:
            async with stage(loop) as daemon:
                caller = await daemon.caller()
                shown = await daemon.painted(caller, wait=600)
                second = await daemon.caller()
                queued = await daemon.ask(second, message="Restart?", wait=600)
                self.wake(daemon)
                assert await committed(caller, await caller.reply(shown)) == TimedOut()
                assert await committed(second, await second.reply(queued)) == TimedOut("queue")
                assert daemon.screen.orders[-1] == e.Close(1)

        run(scenario)

    def test_a_password_that_nobody_collected_is_wiped(self) -> None:
        async def scenario(loop: StillLoop) -> None:
            async with stage(loop) as daemon:
                caller = await daemon.caller()
                ticket = await daemon.left(caller, **UNLOCK, retention=600)
                daemon.screen.painted()
                secret = Secret(bytearray(b"hunter2"))
                daemon.screen.submit(secret)
                self.wake(daemon)
                assert (await caller.call("list"))["prompts"] == []
                assert len(secret) == 0
                assert await expired(caller, ticket)

        run(scenario)

    def test_what_was_put_off_is_not_brought_back(self) -> None:
        async def scenario(loop: StillLoop) -> None:
            async with stage(loop) as daemon:
                caller = await daemon.caller()
                identity = await daemon.painted(caller, wait=600)
                daemon.screen.later()
                assert (await caller.state())["state"] == "put_off"
                self.wake(daemon)
                outcome = await committed(caller, await caller.reply(identity))
                assert outcome == TimedOut("queue")
                assert len(daemon.screen.shown) == 1

        run(scenario)


class WallClock:
    def __init__(self) -> None:
        self.now = 1_795_313_180.0

    def __call__(self) -> float:
        return self.now


@pytest.mark.parametrize("seconds", [-DAY, DAY])
def test_a_wall_clock_that_is_set_moves_the_times_of_the_log_and_nothing_else(
    seconds: float, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wall = WallClock()
    monkeypatch.setattr("time.time", wall)
    place = tmp_path / "log"
    log = LogWriter(Disk().open_directory, str(place), wall)

    async def scenario(loop: StillLoop) -> None:
        async with stage(loop, Settings(), log) as daemon:
            caller = await daemon.caller()
            kept = await daemon.left(caller)
            daemon.screen.painted()
            daemon.screen.press(Choice.DENY)
            identity = await daemon.painted(caller, message="Restart?", wait=600)
            wall.now += seconds
            loop.advance(59.9)
            ready = await caller.call("collect", ticket=kept)
            assert await committed(caller, ready) == Denied()
            loop.advance(60)
            assert (await caller.call("status"))["open"] == 1
            loop.advance(0.1)
            assert await committed(caller, await caller.reply(identity)) == TimedOut()

    run(scenario)
    records = [json.loads(line) for line in whole_lines(place)]
    times = [record["time"] for record in records]
    before, after = min(times), max(times)
    assert len(set(times)) == 2
    assert times[0] == (after if seconds < 0 else before)
    assert [record["seq"] for record in records] == list(range(1, len(records) + 1))
    assert audit(place).bad is None
