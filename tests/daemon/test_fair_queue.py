"""A flood from one place delays nobody else."""

import asyncio

from in_memory.peer import alone
from sayso.core.lineage import Lineage
from support.daemon import Caller, Stage, stage
from support.still_loop import StillLoop, run

FLOOD = 500
"""Requests at once, over each of so many connections:"""
CONNECTIONS = 40

LINE = b'{"jsonrpc":"2.0","id":%d,"method":"list"}\n'

REPLY = b'{"jsonrpc":"2.0","id":1,"result":{"prompts":[]}}\n'

ASK = (
    b'{"jsonrpc":"2.0","id":%d,"method":"ask","params":{"kind":"confirm","message":"Deploy %d?"}}\n'
)


async def connect(daemon: Stage, lineage: Lineage) -> Caller:
    daemon.peer.lineage_of_next = lineage
    return await daemon.caller()


def test_who_asks_once_waits_for_few_requests_of_a_flood() -> None:
    async def scenario(loop: StillLoop) -> None:
        async with stage(loop) as daemon:
            floods = [await connect(daemon, alone(1)) for _ in range(CONNECTIONS)]
            other = await connect(daemon, alone(2))
            lines = b"".join(LINE % number for number in range(FLOOD))
            sent = [flood.send(lines) for flood in floods]
            await asyncio.gather(*sent, other.call("status"))
            answered = sum(flood.unread() for flood in floods) // len(REPLY)
            assert answered < CONNECTIONS

    run(scenario)


def test_every_request_of_a_flood_is_answered_in_its_order() -> None:
    async def scenario(loop: StillLoop) -> None:
        async with stage(loop) as daemon:
            flood = await daemon.caller()
            await flood.send(b"".join(LINE % number for number in range(FLOOD)))
            for number in range(FLOOD):
                await flood.reply(number)

    run(scenario)


def test_what_a_caller_sent_before_it_went_is_asked() -> None:
    async def scenario(loop: StillLoop) -> None:
        async with stage(loop) as daemon:
            watcher = await connect(daemon, alone(2))
            caller = await connect(daemon, alone(1))
            await caller.send(b"".join(ASK % (number, number) for number in range(5)))
            caller.close()
            while len((await watcher.call("list"))["prompts"]) < 5:
                pass

    run(scenario)
