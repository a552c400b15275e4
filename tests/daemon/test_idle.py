"""A daemon to which nobody is connected gives back what it does not need: once, a moment later."""

import asyncio

from sayso.daemon.connections import IDLE_SECONDS
from support.daemon import stage
from support.still_loop import StillLoop, run


async def pass_time(loop: StillLoop, seconds: float) -> None:
    """All that came before is seen to first, and what is due then afterwards."""
    for advanced in (0.0, seconds):
        loop.advance(advanced)
        for _ in range(20):
            await asyncio.sleep(0)


def test_is_idle_a_moment_after_the_last_has_gone_and_only_once() -> None:
    async def scenario(loop: StillLoop) -> None:
        async with stage(loop) as daemon:
            first, second = await daemon.caller(), await daemon.caller()
            first.close()
            await second.call("status")
            await pass_time(loop, IDLE_SECONDS * 2)
            assert daemon.idled == 0
            second.close()
            await pass_time(loop, IDLE_SECONDS * 2)
            await pass_time(loop, IDLE_SECONDS * 2)
            assert daemon.idled == 1

    run(scenario)


def test_is_not_while_callers_come_and_go() -> None:
    async def scenario(loop: StillLoop) -> None:
        async with stage(loop) as daemon:
            for _ in range(4):
                caller = await daemon.caller()
                caller.close()
                await pass_time(loop, IDLE_SECONDS / 2)
            assert daemon.idled == 0

    run(scenario)
