"""Nothing that a successor would not know of leaves the daemon: the keeper has it first."""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from typing import Any

import pytest

from sayso.core import events as e
from sayso.core.outcome import Answered, Approved
from sayso.core.questions import Choice
from sayso.core.secret import Secret
from sayso.errors import Stopping
from sayso.wire.outcomes import decode_outcome
from support.daemon import Caller, Stage, stage
from support.still_loop import StillLoop, run

Scenario = Callable[[Stage, Caller], Coroutine[Any, Any, None]]


def played(scenario: Scenario) -> None:
    async def play(loop: StillLoop) -> None:
        async with stage(loop) as daemon:
            await scenario(daemon, await daemon.caller())

    run(play)


@asynccontextmanager
async def unkept(daemon: Stage, *listening: Caller) -> AsyncIterator[None]:
    """What is done in it comes to nothing until its end: no order, and no word to these callers."""
    before = seen(daemon)
    daemon.keeper.hangs = True
    yield
    other = await daemon.caller()
    await other.call("status")  # all that came before is dealt with
    assert seen(daemon) == before
    assert [caller.unread() for caller in listening] == [0] * len(listening)
    daemon.keeper.goes_on()


def seen(daemon: Stage) -> tuple[list[e.Show], list[Any]]:
    return list(daemon.screen.shown), list(daemon.screen.orders)


def test_a_question_is_shown_when_it_is_kept() -> None:
    async def scenario(daemon: Stage, caller: Caller) -> None:
        async with unkept(daemon, caller):
            await caller.request("ask", kind="confirm", message="Deploy?")
        assert [each.question.message for each in daemon.screen.shown] == ["Deploy?"]
        assert (await caller.state())["state"] == "showing"

    played(scenario)


def test_a_click_is_recorded_and_its_answer_offered_when_it_is_kept() -> None:
    async def scenario(daemon: Stage, caller: Caller) -> None:
        identity = await daemon.painted(caller)
        async with unkept(daemon, caller):
            daemon.screen.press(Choice.APPROVE)
        assert daemon.screen.orders == [e.Recorded(1, None)]
        assert (await caller.reply(identity))["status"] == "ready"

    played(scenario)


def test_a_password_is_recorded_when_that_is_kept() -> None:
    async def scenario(daemon: Stage, caller: Caller) -> None:
        identity = await daemon.painted(caller, kind="password")
        async with unkept(daemon, caller):
            daemon.screen.submit(Secret(bytearray(b"hunter2")))
        assert daemon.screen.orders == [e.Recorded(1, None)]
        ready = await caller.reply(identity)
        committed = decode_outcome(await caller.call("claim", claim=ready["claim"]))
        assert isinstance(committed, Answered)

    played(scenario)


def test_a_late_click_is_offered_before_the_offer_is_kept_where_the_keeper_will_hear_of_it() -> (
    None
):
    async def scenario(daemon: Stage, caller: Caller) -> None:
        await daemon.painted(caller)
        daemon.screen.press(Choice.APPROVE)
        caller.close()
        daemon.keeper.hears = True
        retry = await daemon.caller()
        async with unkept(daemon):
            ready = await retry.call("ask", kind="confirm", message="Deploy?")
            async with unkept(daemon, retry):
                identity = await retry.request("claim", claim=ready["claim"])
        assert decode_outcome(await retry.reply(identity)) == Approved()

    played(scenario)


def test_a_late_click_is_not_offered_before_the_click_is_kept() -> None:
    """However surely the keeper will hear of both."""

    async def scenario(daemon: Stage, caller: Caller) -> None:
        await daemon.painted(caller)
        daemon.keeper.hears = True
        retry = await daemon.caller()
        async with unkept(daemon, caller, retry):
            daemon.screen.press(Choice.APPROVE)
            identity = await retry.request("ask", kind="confirm", message="Deploy?")
        assert (await retry.reply(identity))["status"] == "ready"

    played(scenario)


def test_a_late_click_is_offered_when_the_offer_is_kept() -> None:
    async def scenario(daemon: Stage, caller: Caller) -> None:
        await daemon.painted(caller)
        caller.close()
        retry = await daemon.caller()
        daemon.screen.press(Choice.APPROVE)
        async with unkept(daemon, retry):
            identity = await retry.request("ask", kind="confirm", message="Deploy?")
        assert (await retry.reply(identity))["status"] == "ready"

    played(scenario)


def test_an_answer_is_handed_out_when_it_is_kept_that_it_was() -> None:
    async def scenario(daemon: Stage, caller: Caller) -> None:
        identity = await daemon.painted(caller)
        daemon.screen.press(Choice.APPROVE)
        ready = await caller.reply(identity)
        async with unkept(daemon, caller):
            identity = await caller.request("claim", claim=ready["claim"])
        assert decode_outcome(await caller.reply(identity)) == Approved()

    played(scenario)


def test_a_question_is_closed_when_it_is_kept_that_it_was_withdrawn() -> None:
    async def scenario(daemon: Stage, caller: Caller) -> None:
        asked = await daemon.painted(caller)
        other = await daemon.caller()
        async with unkept(daemon, caller, other):
            withdrawing = await other.request("withdraw", number=1)
        assert daemon.screen.orders == [e.Close(1)]
        assert (await caller.reply(asked))["status"] == "withdrawn"
        assert (await other.reply(withdrawing))["status"] == "withdrawn"

    played(scenario)


def test_an_older_call_hears_of_a_newer_when_that_is_kept() -> None:
    async def scenario(daemon: Stage, caller: Caller) -> None:
        asked = await daemon.painted(caller)
        newer = await daemon.caller()
        daemon.loop.advance(1)  # so that the newer call came later
        async with unkept(daemon, caller, newer):
            await newer.request("ask", kind="confirm", message="Deploy?")
        assert (await caller.reply(asked))["status"] == "superseded"

    played(scenario)


def test_the_order_is_that_of_the_events() -> None:
    """Also where the keeper acknowledges many at once."""

    async def scenario(daemon: Stage, caller: Caller) -> None:
        asked = await daemon.painted(caller)
        other = await daemon.caller()
        async with unkept(daemon, caller, other):
            daemon.screen.press(Choice.DENY)
            waiting = await other.request("ask", kind="confirm", message="Restart?")
        await caller.reply(asked)
        assert daemon.screen.orders == [e.Recorded(1, None)]
        while len(daemon.screen.shown) < 2:  # noqa: ASYNC110 (the first dialog ends by itself)
            await asyncio.sleep(0)
        daemon.screen.painted()
        daemon.screen.press(Choice.APPROVE)
        assert (await other.reply(waiting))["status"] == "ready"

    played(scenario)


def test_who_waits_for_the_keeper_hears_that_the_daemon_stops() -> None:
    async def scenario(daemon: Stage, caller: Caller) -> None:
        asked = await daemon.painted(caller)
        daemon.keeper.hangs = True
        daemon.screen.press(Choice.APPROVE)
        await daemon.terminate()
        with pytest.raises(Stopping):
            await caller.reply(asked)
        assert daemon.screen.orders == []

    played(scenario)
