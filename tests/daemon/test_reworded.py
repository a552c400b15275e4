"""A question whose call was cancelled, asked again in other words: over a real socket."""

import asyncio
import threading
from typing import Any

import anyio
import pytest
from mcp.client.client import Client

from in_memory.peer import alone
from sayso.core import events as e
from sayso.core.outcome import Superseded
from sayso.errors import InvalidParams
from sayso.wire.outcomes import decode_outcome
from support.daemon import Caller, Stage, stage
from support.mcp_desk import BOUND, use
from support.mcp_session import HANDSHAKE, STATELESS, Era
from support.still_loop import StillLoop, run

OTHERWISE = {"message": "Deploy, or wait?", "rewords": True}


async def cancelled(daemon: Stage, **params: object) -> Caller:
    """Its question is on the screen; the connection that asked has ended."""
    caller = await daemon.caller()
    await daemon.painted(caller, **params)
    caller.close()
    return await daemon.caller()


def test_it_takes_its_place_on_the_screen() -> None:
    async def scenario(loop: StillLoop) -> None:
        async with stage(loop) as daemon:
            ticket = await daemon.left(await daemon.caller())
            caller = await cancelled(daemon)
            await daemon.left(caller, **OTHERWISE)
            assert e.Close(1) in daemon.screen.orders
            assert daemon.screen.shown[-1].question.message == OTHERWISE["message"]
            collected = await caller.call("collect", ticket=ticket)
            assert decode_outcome(collected) == Superseded("reworded")

    run(scenario)


def test_it_waits_behind_that_of_another_process() -> None:
    async def scenario(loop: StillLoop) -> None:
        async with stage(loop) as daemon:
            await cancelled(daemon)
            daemon.peer.lineage_of_next = alone(4243)
            await daemon.left(await daemon.caller(), **OTHERWISE)
            assert daemon.screen.orders[-1] != e.Close(1)
            assert len(daemon.screen.shown) == 1

    run(scenario)


def test_a_bound_question_rewords_nothing() -> None:
    async def scenario(loop: StillLoop) -> None:
        async with stage(loop) as daemon:
            caller = await daemon.caller()
            asked = {"kind": "confirm", "bound": True, **OTHERWISE}
            error = await caller.error(await caller.request("ask", **asked))
            assert isinstance(error, InvalidParams)
            assert error.field == "rewords"

    run(scenario)


@pytest.mark.parametrize("era", [HANDSHAKE, STATELESS])
@pytest.mark.parametrize(
    ("tool", "other"), [("confirm", "confirm"), ("ask_user", "ask_user"), ("confirm", "ask_user")]
)
def test_an_agent_that_cancels_its_call_and_asks_otherwise(tool: str, other: str, era: Era) -> None:
    async def scenario(loop: StillLoop) -> None:
        async with stage(loop) as daemon:
            on_screen = threading.Event()

            async def talk(client: Client) -> Any:
                async with anyio.create_task_group() as group:
                    group.start_soon(client.call_tool, tool, {"message": "Deploy?"})
                    assert await anyio.to_thread.run_sync(on_screen.wait, BOUND)
                    group.cancel_scope.cancel()
                asked = {"message": "Deploy, or wait?", "wait": 0}
                return await client.call_tool(other, asked)

            session = loop.create_task(asyncio.to_thread(use, daemon.path, talk, era=era))
            looking = await daemon.caller()
            while not daemon.screen.shown:
                await looking.call("list")
            on_screen.set()
            await session
            assert [show.question.message for show in daemon.screen.shown] == [
                "Deploy?",
                "Deploy, or wait?",
            ]
            (prompt,) = (await looking.call("list"))["prompts"]
            assert prompt["place"] == 1

    run(scenario)
