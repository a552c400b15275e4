"""A password through the daemon, over the real socket: sent once, as raw bytes, and wiped."""

import json
import logging
from dataclasses import replace
from typing import Any

import pytest

from in_memory.peer import MemoryPeer, alone
from sayso.core.outcome import Denied, Superseded
from sayso.core.questions import Choice, Password
from sayso.core.secret import Secret
from sayso.core.settings import Settings
from sayso.daemon.screen import DialogScreen
from sayso.errors import Expired
from sayso.wire.outcomes import decode_outcome
from support.backstage import backstage
from support.daemon import Caller, Daemon, Stage, running, stage
from support.still_loop import StillLoop, run

CANARY = "canary-7f3a-ä"
ASK = {"kind": "password", "message": "Unlock the disk"}


def typed(text: str = CANARY) -> Secret:
    return Secret(bytearray(text, "utf-8"))


async def submitted(daemon: Stage, caller: Caller) -> tuple[dict[str, Any], Secret]:
    """Asked and answered: the `ready`, and what the dialog process handed over."""
    identity = await daemon.painted(caller, **ASK)
    secret = typed()
    daemon.screen.submit(secret)
    return await caller.reply(identity), secret


def received(result: dict[str, Any]) -> str:
    secret = result["secret"]
    assert isinstance(secret, Secret)
    return str(secret.view(), "utf-8")


def test_it_is_shown_submitted_and_committed() -> None:
    async def scenario(loop: StillLoop) -> None:
        async with stage(loop) as daemon:
            caller = await daemon.caller()
            words = {"error": "That was wrong", "repeat": True, "approve": "Unlock"}
            identity = await daemon.painted(caller, **ASK | words)
            shown = daemon.screen.shown[-1].question
            assert shown == Password(
                "Unlock the disk", error="That was wrong", repeat=True, approve="Unlock"
            )
            secret = typed()
            daemon.screen.submit(secret)
            ready = await caller.reply(identity)
            assert (ready["status"], ready["kind"]) == ("ready", "password")
            assert ready.keys() == {"status", "kind", "claim", "ticket"}
            result = await caller.call("claim", claim=ready["claim"])
            assert (result["status"], result["decider"]) == ("answered", "user")
            assert received(result) == CANARY
            assert len(secret) == 0
            await daemon.answers_a_question()

    run(scenario)


def test_other_replies_keep_their_places_around_it() -> None:
    async def scenario(loop: StillLoop) -> None:
        async with stage(loop) as daemon:
            caller = await daemon.caller()
            ready, _ = await submitted(daemon, caller)
            claim = await caller.request("claim", claim=ready["claim"])
            after = await caller.request("hello")
            assert received(await caller.reply(claim)) == CANARY
            assert (await caller.reply(after))["protocol"] == 1

    run(scenario)


def test_it_is_never_repeated() -> None:
    async def scenario(loop: StillLoop) -> None:
        async with stage(loop) as daemon:
            caller = await daemon.caller()
            ready, _ = await submitted(daemon, caller)
            await caller.call("claim", claim=ready["claim"])
            for again in (caller, await daemon.caller()):
                error = await again.error(await again.request("claim", claim=ready["claim"]))
                assert isinstance(error, Expired)
                assert "handed out once" in error.message

    run(scenario)


def test_it_is_wiped_though_its_receiver_has_gone() -> None:
    async def scenario(loop: StillLoop) -> None:
        async with stage(loop) as daemon:
            caller, other = await daemon.caller(), await daemon.caller()
            ready, secret = await submitted(daemon, caller)
            await caller.request("claim", claim=ready["claim"])
            caller.close()
            while (await other.call("list"))["prompts"]:
                pass
            assert len(secret) == 0
            await daemon.answers_a_question()

    run(scenario)


async def deaf_receiver(daemon: Stage, caller: Caller) -> tuple[int, Secret]:
    """One who reads nothing more claims it: the claim, and the secret once it is handed over."""
    ready, secret = await submitted(daemon, caller)
    other = await daemon.caller()
    unread = -1
    while unread != (unread := caller.unread()):  # until the system takes no more replies
        await caller.request("hello")
        await other.call("hello")
    claim = await caller.request("claim", claim=ready["claim"])
    while (await other.call("list"))["prompts"]:
        pass
    return claim, secret


def test_one_who_reads_late_gets_it_whole_and_then_it_is_wiped() -> None:
    async def scenario(loop: StillLoop) -> None:
        async with stage(loop) as daemon:
            caller, other = await daemon.caller(), await daemon.caller()
            claim, secret = await deaf_receiver(daemon, caller)
            assert len(secret) > 0
            while (message := await caller.message())["id"] != claim:
                pass
            assert received(message["result"]) == CANARY
            await other.call("status")
            assert len(secret) == 0

    run(scenario)


def test_one_who_never_reads_leaves_nothing_behind() -> None:
    async def scenario(loop: StillLoop) -> None:
        async with stage(loop) as daemon:
            caller, other = await daemon.caller(), await daemon.caller()
            _, secret = await deaf_receiver(daemon, caller)
            assert len(secret) > 0
            caller.close()
            while (await other.call("status"))["connections"] > 2:
                pass
            assert len(secret) == 0

    run(scenario)


def test_what_nobody_collects_is_wiped_in_time() -> None:
    async def scenario(loop: StillLoop) -> None:
        async with stage(loop) as daemon:
            caller = await daemon.caller()
            ticket = await daemon.left(caller, **ASK)
            daemon.screen.painted()
            secret = typed()
            daemon.screen.submit(secret)
            loop.advance(60)
            error = await caller.error(await caller.request("collect", ticket=ticket))
            assert isinstance(error, Expired)
            assert len(secret) == 0

    run(scenario)


def test_where_the_system_proves_nobody_it_goes_by_ticket_alone() -> None:
    async def scenario(loop: StillLoop) -> None:
        async with stage(loop) as daemon:
            daemon.peer.lineage_of_next = replace(alone(4242), unproven=True)
            caller = await daemon.caller()
            for _ in range(2):  # the same process asks again, and is asked anew
                ticket = await daemon.left(caller, **ASK)
                daemon.screen.painted()
                secret = typed()
                daemon.screen.submit(secret)
            first, last = daemon.screen.shown
            assert first.run != last.run
            ready = await caller.call("collect", ticket=ticket)
            assert received(await caller.call("claim", claim=ready["claim"])) == CANARY
            assert len(secret) == 0

    run(scenario)


def test_it_goes_to_whoever_has_the_ticket_and_to_no_other_process() -> None:
    async def scenario(loop: StillLoop) -> None:
        async with stage(loop) as daemon:
            caller = await daemon.caller()
            ticket = await daemon.left(caller, **ASK)
            daemon.screen.painted()
            daemon.screen.submit(typed())
            daemon.peer.lineage_of_next = alone(4343)
            other = await daemon.caller()
            assert (await other.call("ask", **ASK, wait=0))["status"] == "pending"
            ready = await other.call("collect", ticket=ticket)
            assert received(await other.call("claim", claim=ready["claim"])) == CANARY

    run(scenario)


def test_a_denied_one_is_an_outcome_like_others() -> None:
    async def scenario(loop: StillLoop) -> None:
        async with stage(loop) as daemon:
            caller = await daemon.caller()
            identity = await daemon.painted(caller, **ASK)
            daemon.screen.press(Choice.DENY)
            ready = await caller.reply(identity)
            for _ in range(2):
                outcome = await caller.call("claim", claim=ready["claim"])
                assert decode_outcome(outcome) == Denied()

    run(scenario)


def test_a_newer_call_gets_it_and_the_older_claim_hears_why() -> None:
    async def scenario(loop: StillLoop) -> None:
        async with stage(loop) as daemon:
            caller = await daemon.caller()
            first, _ = await submitted(daemon, caller)
            second = await caller.call("ask", **ASK)
            outcome = await caller.call("claim", claim=first["claim"])
            assert decode_outcome(outcome) == Superseded("newer_call")
            assert received(await caller.call("claim", claim=second["claim"])) == CANARY

    run(scenario)


def test_no_reply_and_no_log_tells_it(caplog: pytest.LogCaptureFixture) -> None:
    async def scenario(loop: StillLoop) -> None:
        async with stage(loop) as daemon:
            caller, other = await daemon.caller(), await daemon.caller()
            ready, _ = await submitted(daemon, caller)
            looks = [await other.call("list"), await other.call("status"), ready]
            await caller.call("claim", claim=ready["claim"])
            looks.append(await other.call("list"))
            told = json.dumps(looks) + caplog.text + repr(daemon.screen.orders)
            assert "canary" not in told

    with caplog.at_level(logging.DEBUG):
        run(scenario)
    assert "AnswerCollected" in caplog.text
    assert "canary" not in caplog.text


def with_dialogs(loop: StillLoop, command: tuple[str, ...]) -> Daemon:
    return Daemon(loop, DialogScreen(":7", command), MemoryPeer(), Settings())


def test_a_dialog_process_hands_it_over_as_raw_bytes(caplog: pytest.LogCaptureFixture) -> None:
    async def scenario(loop: StillLoop) -> None:
        steps = ("wait:show", "painted", f"submit:{CANARY}", "wait:recorded", "closed")
        with backstage(loop, *steps) as behind:
            async with running(with_dialogs(loop, behind.command)) as daemon:
                caller = await daemon.caller()
                ready = await caller.call("ask", **ASK)
                assert received(await caller.call("claim", claim=ready["claim"])) == CANARY

    with caplog.at_level(logging.DEBUG):
        run(scenario)
    assert "canary" not in caplog.text


@pytest.mark.parametrize(
    "last_words",
    [
        '{"method":"submitted","params":{"secret_bytes":99}}\ncanary-7f3a',
        '{"method":"submitted","params":{"secret_bytes":"99"}}\ncanary-7f3a',
        '{"method":"submitted","params":{"secret":"canary-7f3a"}}',
    ],
    ids=["half of it", "of no size", "as text"],
)
def test_a_dialog_that_breaks_off_is_asked_anew_and_nothing_is_told(
    last_words: str, caplog: pytest.LogCaptureFixture
) -> None:
    async def scenario(loop: StillLoop) -> None:
        steps = ("wait:show", "painted", f"say:{last_words}", "die")
        with backstage(loop, *steps) as behind:
            async with running(with_dialogs(loop, behind.command)) as daemon:
                caller = await daemon.caller()
                identity = await caller.request("ask", **ASK, max_retries=1)
                states = [(await caller.state())["state"] for _ in range(3)]
                assert states == ["showing", "shown", "showing"]
                loop.advance(0.2)
                assert (await caller.reply(identity))["status"] == "not_shown"

    with caplog.at_level(logging.DEBUG):
        run(scenario)
    assert "canary" not in caplog.text
