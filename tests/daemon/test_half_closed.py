"""A peer that sends no more but reads on, as at the end of a pipe; and one that has gone."""

import json

import pytest

from sayso.core import events as e
from sayso.core.outcome import Approved, Pending
from sayso.core.questions import Choice
from sayso.core.secret import Secret
from sayso.errors import ParseError
from sayso.wire.outcomes import decode_outcome
from support.daemon import Caller, Stage, stage
from support.still_loop import StillLoop, run

QUESTION = {"kind": "confirm", "message": "Deploy?"}


def line(identity: int, method: str, **params: object) -> bytes:
    request = {"jsonrpc": "2.0", "id": identity, "method": method, "params": params}
    return json.dumps(request).encode() + b"\n"


async def until_nobody_waits(daemon: Stage) -> None:
    other = await daemon.caller()
    while (await other.call("list"))["prompts"][0]["waiting"]:
        pass


def told_that_the_asker_has_gone(daemon: Stage) -> bool:
    """What the dialog was told last."""
    (*_, order) = daemon.screen.orders
    return isinstance(order, e.Update) and order.standing.kept_for == 60


def test_all_replies_come_and_then_the_end() -> None:
    async def scenario(loop: StillLoop) -> None:
        async with stage(loop) as daemon:
            caller = await daemon.connect()
            await caller.send(line(1, "hello") + line(2, "ask", **QUESTION, wait=0))
            caller.finish()
            await caller.reply(1)
            assert isinstance(decode_outcome(await caller.reply(2)), Pending)
            await caller.ended()

    run(scenario)


def test_it_waits_for_the_person_hears_how_things_stand_and_gets_its_reply() -> None:
    async def scenario(loop: StillLoop) -> None:
        async with stage(loop) as daemon:
            caller, other = await daemon.caller(), await daemon.caller()
            await caller.send(line(7, "ask", **QUESTION))
            caller.finish()
            assert (await caller.state())["state"] == "showing"
            daemon.screen.painted()
            assert (await caller.state())["state"] == "shown"
            loop.advance(15)
            assert (await caller.state())["seconds_left"] == 105
            assert (await other.call("list"))["prompts"][0]["waiting"]
            daemon.screen.press(Choice.APPROVE)
            ready = await caller.reply(7)
            await caller.ended()
            outcome = await other.call("claim", claim=ready["claim"])
            assert decode_outcome(outcome) == Approved()

    run(scenario)


async def asked_by_one_that_sends_no_more(daemon: Stage) -> Caller:
    caller = await daemon.caller()
    await daemon.painted(caller)
    caller.finish()
    await daemon.caller()  # the daemon has seen the end by now
    assert not any(isinstance(order, e.Update) for order in daemon.screen.orders)
    return caller


def test_that_it_has_gone_altogether_is_seen_at_once_and_shown() -> None:
    """No time passes here."""

    async def scenario(loop: StillLoop) -> None:
        async with stage(loop) as daemon:
            caller = await asked_by_one_that_sends_no_more(daemon)
            caller.close()
            await until_nobody_waits(daemon)
            assert told_that_the_asker_has_gone(daemon)
            other = await daemon.caller()
            daemon.screen.press(Choice.APPROVE)
            ready = await other.call("ask", **QUESTION)
            outcome = await other.call("claim", claim=ready["claim"])
            assert decode_outcome(outcome) == Approved()

    run(scenario)


def test_one_that_closes_everything_at_once_has_gone() -> None:
    async def scenario(loop: StillLoop) -> None:
        async with stage(loop) as daemon:
            caller = await daemon.caller()
            await daemon.painted(caller)
            caller.close()
            await until_nobody_waits(daemon)
            assert told_that_the_asker_has_gone(daemon)

    run(scenario)


def test_where_its_going_could_not_be_seen_it_counts_as_gone() -> None:
    async def scenario(loop: StillLoop) -> None:
        async with stage(loop) as daemon:
            caller, other = await daemon.caller(), await daemon.caller()
            await daemon.painted(caller)
            daemon.peer.exhausted = OSError(24, "Too many open files")
            caller.finish()
            await caller.ended()
            assert not (await other.call("list"))["prompts"][0]["waiting"]
            assert told_that_the_asker_has_gone(daemon)

    run(scenario)


def test_one_that_waits_for_nothing_is_closed() -> None:
    async def scenario(loop: StillLoop) -> None:
        async with stage(loop) as daemon:
            caller = await daemon.caller()
            caller.finish()
            await caller.ended()
            other = await daemon.caller()
            assert (await other.call("status"))["connections"] == 1

    run(scenario)


@pytest.mark.parametrize("waits", [False, True])
def test_a_last_line_without_its_newline_is_an_error_at_once(waits: bool) -> None:
    """No time passes here."""

    async def scenario(loop: StillLoop) -> None:
        async with stage(loop) as daemon:
            caller = await daemon.caller()
            waiting = await daemon.painted(caller) if waits else None
            await caller.send(line(9, "status").rstrip())
            caller.finish()
            error = await caller.error(None)
            assert isinstance(error, ParseError)
            assert "newline" in error.message
            if waits:
                daemon.screen.press(Choice.DENY)
                assert (await caller.reply(waiting))["status"] == "ready"
            await caller.ended()
            loop.advance(10)  # nothing of it is late
            await daemon.answers_a_question()

    run(scenario)


def test_a_password_comes_whole_before_the_end() -> None:
    async def scenario(loop: StillLoop) -> None:
        async with stage(loop) as daemon:
            caller = await daemon.caller()
            identity = await daemon.painted(caller, kind="password")
            daemon.screen.submit(Secret(bytearray(b"hunter2")))
            claim = (await caller.reply(identity))["claim"]
            identity = await caller.request("claim", claim=claim)
            caller.finish()
            answer = await caller.reply(identity)
            assert bytes(answer["secret"].view()) == b"hunter2"
            await caller.ended()

    run(scenario)
