"""Bound questions on a real socket: connections that end, half of one, and a daemon that does."""

import os
import signal
from collections.abc import Callable

import pytest

from sayso.core import events as e
from sayso.core.outcome import Approved, TimedOut, Withdrawn
from sayso.core.questions import Choice
from sayso.core.settings import Settings
from sayso.errors import Stopping, UnknownClaim
from sayso.wire.outcomes import decode_outcome
from support.daemon import Caller, Stage, stage
from support.still_loop import StillLoop, run


async def bound(daemon: Stage, caller: Caller, **params: object) -> int:
    return await daemon.painted(caller, bound=True, **params)


async def offered(daemon: Stage, caller: Caller) -> str:
    """The claim; the person has approved."""
    identity = await bound(daemon, caller)
    daemon.screen.press(Choice.APPROVE)
    return str((await caller.reply(identity))["claim"])


async def until_none(daemon: Stage) -> None:
    """No question is known any more."""
    other = await daemon.caller()
    while (await other.call("list"))["prompts"]:
        pass


def test_the_dialog_closes_when_the_connection_ends() -> None:
    async def scenario(loop: StillLoop) -> None:
        async with stage(loop) as daemon:
            caller = await daemon.caller()
            await bound(daemon, caller)
            caller.close()
            await until_none(daemon)
            assert daemon.screen.orders == [e.Close(1)]
            again = await daemon.caller()
            await bound(daemon, again)
            assert len(daemon.screen.shown) == 2

    run(scenario)


def test_an_answer_goes_with_the_connection_that_it_was_offered_on() -> None:
    async def scenario(loop: StillLoop) -> None:
        async with stage(loop) as daemon:
            caller, other = await daemon.caller(), await daemon.caller()
            claim = await offered(daemon, caller)
            caller.close()
            await until_none(daemon)
            assert isinstance(
                await other.error(await other.request("claim", claim=claim)), UnknownClaim
            )

    run(scenario)


def test_it_goes_when_the_requester_has_exited_though_the_connection_lives() -> None:
    async def scenario(loop: StillLoop) -> None:
        async with stage(loop) as daemon:
            caller = await daemon.caller()
            identity = await bound(daemon, caller)
            daemon.peer.owner_exits()
            assert decode_outcome(await caller.reply(identity)) == Withdrawn("caller_gone")
            assert daemon.screen.orders == [e.Close(1)]

    run(scenario)


def test_a_peer_that_sends_no_more_has_not_gone() -> None:
    async def scenario(loop: StillLoop) -> None:
        async with stage(loop) as daemon:
            caller, other = await daemon.caller(), await daemon.caller()
            identity = await bound(daemon, caller)
            caller.finish()
            await daemon.caller()  # the daemon has seen the end by now
            assert daemon.screen.orders == []
            daemon.screen.press(Choice.APPROVE)
            claim = (await caller.reply(identity))["claim"]
            await daemon.caller()
            assert caller.unread() == 0
            assert decode_outcome(await other.call("claim", claim=claim)) == Approved()
            await caller.ended()

    run(scenario)


@pytest.mark.parametrize("goes", [True, False], ids=["goes", "stays"])
def test_one_that_sends_no_more_and_claims_nothing(goes: bool) -> None:
    async def scenario(loop: StillLoop) -> None:
        async with stage(loop) as daemon:
            caller = await daemon.caller()
            identity = await bound(daemon, caller)
            caller.finish()
            daemon.screen.press(Choice.APPROVE)
            await caller.reply(identity)
            if goes:
                caller.close()
                await until_none(daemon)
            else:
                loop.advance(10)
                await caller.ended()
                await until_none(daemon)

    run(scenario)


def test_one_connection_may_ask_again_under_the_same_id_before_it_claims() -> None:
    async def scenario(loop: StillLoop) -> None:
        async with stage(loop) as daemon:
            caller = await daemon.connect()
            ask = (
                b'{"jsonrpc": "2.0", "id": 7, "method": "ask", "params": '
                b'{"kind": "confirm", "message": "Deploy?", "bound": true}}\n'
            )
            await caller.send(ask)
            await caller.state()
            daemon.screen.painted()
            daemon.screen.press(Choice.APPROVE)
            first = (await caller.reply(7))["claim"]
            await caller.send(ask)
            assert (await caller.state())["state"] in ("queued", "showing")
            assert decode_outcome(await caller.call("claim", claim=first)) == Approved()

    run(scenario)


def test_the_limit_counts_from_the_arrival(monkeypatch: pytest.MonkeyPatch) -> None:
    """The screen is looked for meanwhile."""

    async def scenario(loop: StillLoop) -> None:
        async with stage(loop) as daemon:
            looked: list[Callable[[], None]] = []
            monkeypatch.setattr(daemon.screen, "sought", looked.append)
            caller = await daemon.caller()
            question = {"kind": "confirm", "message": "Deploy?", "bound": True, "limit": 20}
            identity = await caller.request("ask", **question)
            await daemon.caller()
            loop.advance(5)
            looked.pop()()
            await caller.state()
            daemon.screen.painted()
            assert (await caller.state())["seconds_left"] == 15
            loop.advance(15)
            claim = (await caller.reply(identity))["claim"]
            assert decode_outcome(await caller.call("claim", claim=claim)) == TimedOut("limit")

    run(scenario)


def test_it_waits_longer_than_a_call_that_says_nothing() -> None:
    async def scenario(loop: StillLoop) -> None:
        async with stage(loop, Settings(wait=1)) as daemon:
            caller = await daemon.caller()
            identity = await bound(daemon, caller)
            loop.advance(100)
            daemon.screen.press(Choice.APPROVE)
            assert (await caller.reply(identity))["status"] == "ready"

    run(scenario)


def test_the_list_says_which_one_is_bound() -> None:
    async def scenario(loop: StillLoop) -> None:
        async with stage(loop) as daemon:
            caller, other = await daemon.caller(), await daemon.caller()
            await bound(daemon, caller)
            await daemon.ask(other)
            listed = (await (await daemon.caller()).call("list"))["prompts"]
            assert [prompt["bound"] for prompt in listed] == [True, False]

    run(scenario)


def test_at_the_daemons_restart_its_call_hears_so_and_others_are_left_to_a_successor() -> None:
    async def scenario(loop: StillLoop) -> None:
        async with stage(loop) as daemon:
            caller, other = await daemon.caller(), await daemon.caller()
            identity = await bound(daemon, caller)
            await daemon.ask(other)
            os.kill(os.getpid(), signal.SIGUSR1)
            assert isinstance(await caller.error(identity), Stopping)
            await other.ended()

    run(scenario)


def test_at_the_daemons_end_what_was_offered_is_told_no_second_time() -> None:
    async def scenario(loop: StillLoop) -> None:
        async with stage(loop) as daemon:
            caller = await daemon.caller()
            await offered(daemon, caller)
            await daemon.terminate()
            await caller.ended()

    run(scenario)


@pytest.mark.parametrize("leaves", [False, True])
def test_it_goes_with_a_connection_that_a_fault_of_ours_ends(leaves: bool) -> None:
    """`leaves`: its caller goes before the message that meets the fault has its turn."""

    async def scenario(loop: StillLoop) -> None:
        async with stage(loop) as daemon:
            caller, other = await daemon.caller(), await daemon.caller()
            await bound(daemon, caller)
            daemon.screen.later()
            await caller.state()
            daemon.screen.fault = RuntimeError("a fault in our screen")
            await caller.request("ask", kind="confirm", message="And this?")
            if leaves:
                caller.close()
            else:
                await caller.ended()
            while 1 in [each["number"] for each in (await other.call("list"))["prompts"]]:
                pass

    run(scenario)
