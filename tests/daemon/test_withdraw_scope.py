"""All questions of one scope are withdrawn: over a real socket."""

from dataclasses import replace

from in_memory.peer import alone
from sayso.core import events as e
from sayso.core.lineage import Lineage, Process
from sayso.core.outcome import Withdrawn
from sayso.errors import InvalidParams, NotOpen
from sayso.wire.outcomes import decode_outcome
from support.daemon import Stage, stage
from support.still_loop import StillLoop, run

SHELL = alone(4200, "bash")


def command(pid: int, start: float) -> Lineage:
    """Of the shell."""
    (shell,) = SHELL.members
    member = replace(shell, process=Process(pid, start), name="sayso")
    return Lineage((member, shell))


async def refusal(daemon: Stage, scope: str) -> NotOpen:
    caller = await daemon.caller()
    error = await caller.error(await caller.request("withdraw", scope=scope))
    assert isinstance(error, NotOpen)
    return error


def test_by_the_process_that_asked_while_it_waits() -> None:
    async def scenario(loop: StillLoop) -> None:
        async with stage(loop) as daemon:
            caller, other = await daemon.caller(), await daemon.caller()
            identity = await daemon.painted(caller, scope="run")
            await daemon.left(other, message="And now?", scope="run")
            await daemon.left(other, message="Elsewhere?")
            told = await other.call("withdraw", scope="run")
            assert told == {"status": "withdrawn", "numbers": [1, 2]}
            assert decode_outcome(await caller.reply(identity)) == Withdrawn("requester")
            assert e.Close(1) in daemon.screen.orders
            (prompt,) = (await other.call("list"))["prompts"]
            assert prompt["title"] == "Elsewhere?"

    run(scenario)


def test_by_a_later_command_once_the_one_that_asked_has_exited() -> None:
    async def scenario(loop: StillLoop) -> None:
        async with stage(loop) as daemon:
            earlier = command(4201, 2.0)
            daemon.peer.lineage_of_next = earlier
            await daemon.left(await daemon.caller(), scope="run")
            daemon.peer.lineage_of_next = command(4202, loop.time() + 1)
            assert (await refusal(daemon, "run")).field == "scope"
            daemon.peer.exits(earlier.requester)
            told = await (await daemon.caller()).call("withdraw", scope="run")
            assert told == {"status": "withdrawn", "numbers": [1]}

    run(scenario)


def test_another_s_stay() -> None:
    async def scenario(loop: StillLoop) -> None:
        async with stage(loop) as daemon:
            await daemon.left(await daemon.caller(), scope="run")
            daemon.peer.lineage_of_next = alone(4243)
            await refusal(daemon, "run")
            assert e.Close(1) not in daemon.screen.orders

    run(scenario)


def test_a_scope_has_a_name() -> None:
    async def scenario(loop: StillLoop) -> None:
        async with stage(loop) as daemon:
            caller = await daemon.caller()
            await daemon.left(caller)
            error = await caller.error(await caller.request("withdraw", scope=""))
            assert isinstance(error, InvalidParams)
            assert error.field == "scope"
            assert len((await caller.call("list"))["prompts"]) == 1

    run(scenario)
