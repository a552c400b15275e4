"""A daemon that found no screen makes way for one that has one, if it holds nothing."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import pytest

from sayso.core.questions import Choice
from sayso.errors import InvalidParams
from support.daemon import QUESTION, Caller, Stage, stage
from support.still_loop import StillLoop, run

Scenario = Callable[[Stage, Caller], Coroutine[Any, Any, None]]


def played(scenario: Scenario, *, blind: bool = True) -> None:
    """On a daemon that may be without a screen, with a caller."""

    async def play(loop: StillLoop) -> None:
        async with stage(loop) as daemon:
            if blind:
                loses_its_screen(daemon)
            await scenario(daemon, await daemon.caller())

    run(play)


def loses_its_screen(daemon: Stage) -> None:
    daemon.screen.name = daemon.screen.place = None
    daemon.screen.is_lost("no screen")


async def makes_way(caller: Caller, screen: str = ":0") -> bool:
    told = await caller.call("make_way", screen=screen)
    return bool(told["makes_way"])


def test_one_that_is_idle_ends() -> None:
    async def scenario(daemon: Stage, caller: Caller) -> None:
        assert (await caller.call("ask", **QUESTION))["status"] == "no_interactor"
        assert await makes_way(caller)
        with pytest.raises(EOFError):
            await caller.message()
        await daemon.ended()

    played(scenario)


def test_for_two_callers_it_ends_once() -> None:
    async def scenario(daemon: Stage, caller: Caller) -> None:
        other = await daemon.caller()
        first, second = [await each.request("make_way", screen=":0") for each in (caller, other)]
        assert (await caller.reply(first))["makes_way"]
        assert (await other.reply(second))["makes_way"]
        await daemon.ended()

    played(scenario)


def test_one_that_has_a_screen_stays() -> None:
    async def scenario(daemon: Stage, caller: Caller) -> None:
        assert not await makes_way(caller)
        await daemon.answers_a_question()

    played(scenario, blind=False)


def test_one_that_can_not_use_this_very_screen_stays() -> None:
    """Nor could the next one."""

    async def scenario(daemon: Stage, caller: Caller) -> None:
        daemon.screen.place = ":0"
        assert not await makes_way(caller)
        assert await makes_way(caller, ":1")

    played(scenario)


async def an_answer_is_kept(daemon: Stage, caller: Caller) -> None:
    await daemon.left(caller)
    daemon.screen.painted()
    daemon.screen.press(Choice.APPROVE)


async def an_answer_was_spent(daemon: Stage, caller: Caller) -> None:
    """Whoever claimed it may claim again."""
    identity = await daemon.painted(caller)
    daemon.screen.press(Choice.APPROVE)
    offer = await caller.reply(identity)
    await caller.call("claim", claim=offer["claim"])


async def nobody_is_to_be_disturbed(daemon: Stage, caller: Caller) -> None:
    await caller.call("dnd", seconds=600)


async def it_was_denied(daemon: Stage, caller: Caller) -> None:
    """Which counts for a minute, longer than the answer is kept here."""
    identity = await daemon.painted(caller, retention=0)
    daemon.screen.press(Choice.DENY)
    await caller.reply(identity)
    daemon.loop.advance(20)


@pytest.mark.parametrize(
    "happened", [an_answer_is_kept, an_answer_was_spent, nobody_is_to_be_disturbed, it_was_denied]
)
def test_one_that_holds_something_stays(happened: Scenario) -> None:
    async def scenario(daemon: Stage, caller: Caller) -> None:
        await happened(daemon, caller)
        loses_its_screen(daemon)
        assert not await makes_way(caller)
        daemon.loop.advance(3600)
        assert await makes_way(await daemon.caller())

    played(scenario, blind=False)


def test_one_that_somebody_waits_for_stays() -> None:
    async def scenario(daemon: Stage, caller: Caller) -> None:
        looked: asyncio.Queue[Callable[[], None]] = asyncio.Queue()
        daemon.screen.looks = looked.put_nowait
        other = await daemon.caller()
        asked = await other.request("ask", **QUESTION)
        goes_on = await looked.get()
        assert not await makes_way(caller)
        goes_on()
        assert (await other.reply(asked))["status"] == "no_interactor"
        assert await makes_way(caller)

    played(scenario)


@pytest.mark.parametrize("params", [{}, {"screen": None}, {"screen": "a\nb"}])
def test_what_is_no_screen_is_refused(params: dict[str, Any]) -> None:
    async def scenario(daemon: Stage, caller: Caller) -> None:
        error = await caller.error(await caller.request("make_way", **params))
        assert isinstance(error, InvalidParams)

    played(scenario)
