"""Daemon and dialog processes together: what a caller hears when they do well, and badly."""

import os
import signal
from pathlib import Path

import pytest

from in_memory.peer import MemoryPeer
from sayso.core.outcome import Approved, Denied, NoInteractor, NotShown, Withdrawn
from sayso.core.settings import Settings
from sayso.daemon.runner import Screen
from sayso.daemon.screen import DialogScreen
from sayso.errors import NotAcknowledged
from sayso.platforms import select
from sayso.wire.outcomes import decode_outcome
from support.backstage import READY, backstage
from support.daemon import QUESTION, Caller, Daemon, running
from support.seeking import in_vain
from support.still_loop import StillLoop, run


def daemon_with(loop: StillLoop, screen: Screen) -> Daemon:
    return Daemon(loop, screen, MemoryPeer(), Settings())


async def states(caller: Caller, count: int) -> list[str]:
    return [(await caller.state())["state"] for _ in range(count)]


@pytest.mark.parametrize(
    ("steps", "outcome"),
    [
        (("painted", "answer:approve", "wait:recorded"), Approved()),
        (("painted", "answer:deny", "wait:recorded"), Denied()),
        (("answer:approve", "wait:not_recorded", "painted", "answer:deny"), Denied()),
    ],
    ids=["approved", "denied", "approved before it was painted"],
)
def test_an_answer_is_committed(steps: tuple[str, ...], outcome: Approved | Denied) -> None:
    async def scenario(loop: StillLoop) -> None:
        with backstage(loop, "wait:show", *steps, "closed") as behind:
            screen = DialogScreen(":7", behind.command)
            async with running(daemon_with(loop, screen)) as daemon:
                caller = await daemon.caller()
                ready = await caller.call("ask", **QUESTION)
                assert [each["state"] for each in caller.progress] == ["showing", "shown"]
                committed = await caller.call("claim", claim=ready["claim"])
                assert decode_outcome(committed) == outcome

    run(scenario)


def test_a_dialog_that_dies_painted_is_back_after_a_moment() -> None:
    async def scenario(loop: StillLoop) -> None:
        with backstage(loop, "wait:show", "painted", "die") as behind:
            screen = DialogScreen(":7", behind.command)
            async with running(daemon_with(loop, screen)) as daemon:
                caller = await daemon.caller()
                identity = await caller.request("ask", **QUESTION, max_retries=1)
                assert await states(caller, 3) == ["showing", "shown", "showing"]
                loop.advance(0.2)
                assert await states(caller, 1) == ["shown"]
                outcome = decode_outcome(await caller.reply(identity))
                assert isinstance(outcome, NotShown)
                assert "again and again" in outcome.retry_reason

    run(scenario)


def test_a_dialog_that_speaks_nonsense_is_given_up_within_the_render_budget() -> None:
    async def scenario(loop: StillLoop) -> None:
        with backstage(loop, "wait:show", "say:nonsense", "stay") as behind:
            screen = DialogScreen(":7", behind.command)
            async with running(daemon_with(loop, screen)) as daemon:
                caller = await daemon.caller()
                identity = await caller.request("ask", **QUESTION, render_timeout=10)
                for delay in (0.2, 1, 3):
                    shown = await behind.heard("show")
                    while shown in behind.left():  # a spare may be there by now
                        await caller.call("status")
                    loop.advance(delay)
                loop.advance(6)
                outcome = decode_outcome(await caller.reply(identity))
                assert outcome == NotShown(
                    should_retry=True,
                    retry_reason="attempt 1 of 4: nothing was painted within 10 s",
                )

    run(scenario)


def test_a_dialog_that_hangs_painted_is_replaced_with_its_remaining_time() -> None:
    async def scenario(loop: StillLoop) -> None:
        with backstage(loop, "wait:show", "painted", "wait:close") as behind:
            screen = DialogScreen(":7", behind.command)
            async with running(daemon_with(loop, screen)) as daemon:
                caller = await daemon.caller()
                await caller.request("ask", **QUESTION)
                assert await states(caller, 2) == ["showing", "shown"]
                hung = await behind.heard("show")
                os.kill(hung, signal.SIGSTOP)
                loop.advance(2)
                await caller.call("status")
                loop.advance(1.5)
                assert await states(caller, 1) == ["showing"]
                assert hung not in behind.left()
                loop.advance(0.25)
                shown = await caller.state()
                assert (shown["state"], shown["seconds_left"]) == ("shown", 120 - 3.5)

    run(scenario)


def test_a_dialog_that_never_paints_is_replaced_until_the_render_budget_ends() -> None:
    async def scenario(loop: StillLoop) -> None:
        with backstage(loop, "wait:show", "activity", "wait:close") as behind:
            screen = DialogScreen(":7", behind.command)
            async with running(daemon_with(loop, screen)) as daemon:
                caller = await daemon.caller()
                identity = await caller.request("ask", **QUESTION, render_timeout=10)
                shown = []
                for delay in (0.2, 1, 3):
                    shown.append(await behind.heard("show"))
                    loop.advance(1.4)
                    await caller.call("status")
                    assert shown[-1] in behind.left()
                    loop.advance(0.1)
                    while shown[-1] in behind.left():
                        await caller.call("status")
                    loop.advance(delay)
                    await caller.call("status")
                shown.append(await behind.heard("show"))
                loop.advance(10 - 3 * 1.5 - 4.2)
                outcome = decode_outcome(await caller.reply(identity))
                assert isinstance(outcome, NotShown)
                assert outcome.retry_reason == "attempt 1 of 4: nothing was painted within 10 s"
                assert len(set(shown)) == 4

    run(scenario)


def test_a_question_that_is_put_off_is_back_in_another_process() -> None:
    async def scenario(loop: StillLoop) -> None:
        steps = ("wait:show", "painted", "later", "wait:close", "closed")
        with backstage(loop, READY, "note:ready", *steps) as behind:
            screen = DialogScreen(":7", behind.command)
            async with running(daemon_with(loop, screen)) as daemon:
                caller = await daemon.caller()
                await caller.request("ask", **QUESTION, wait=600)
                assert await states(caller, 3) == ["showing", "shown", "put_off"]
                first = await behind.heard("show")
                assert await behind.heard("ready") != first  # the spare
                while first in behind.left():
                    await caller.call("status")
                loop.advance(59.9)
                (listed,) = (await caller.call("list"))["prompts"]
                assert (listed["state"], listed["seconds_left"]) == ("put_off", None)
                loop.advance(0.1)
                assert await behind.heard("show") != first
                assert behind.params["standing"]["seconds"] == 120

    run(scenario)


class TestWithdrawing:
    def test_is_done_when_the_dialog_process_has_ended(self) -> None:
        async def scenario(loop: StillLoop) -> None:
            steps = ("wait:show", "painted", "note:shown", "wait:close", "closed")
            with backstage(loop, *steps) as behind:
                screen = DialogScreen(":7", behind.command)
                async with running(daemon_with(loop, screen)) as daemon:
                    caller = await daemon.caller()
                    await caller.call("ask", **QUESTION, wait=0)
                    pid = await behind.heard("shown")
                    assert await caller.call("withdraw", number=1) == {
                        "number": 1,
                        "status": "withdrawn",
                    }
                    assert pid not in behind.left()

        run(scenario)

    def test_of_a_dialog_that_does_not_close_names_the_signal_and_the_time(self) -> None:
        async def scenario(loop: StillLoop) -> None:
            steps = ("wait:show", "painted", "note:shown", "wait:close", "note:stays", "stay")
            with backstage(loop, READY, *steps) as behind:
                screen = DialogScreen(":7", behind.command)
                async with running(daemon_with(loop, screen)) as daemon:
                    caller, other = await daemon.caller(), await daemon.caller()
                    waiting = await caller.request("ask", **QUESTION)
                    pid = await behind.heard("shown")
                    withdrawing = await other.request("withdraw", number=1)
                    assert await behind.heard("stays") == pid
                    outcome = decode_outcome(await caller.reply(waiting))
                    assert outcome == Withdrawn("requester")
                    loop.advance(1.4)
                    await caller.call("status")
                    assert not other.unread()
                    loop.advance(0.15)
                    error = await other.error(withdrawing)
                    assert isinstance(error, NotAcknowledged)
                    assert error.message == (
                        "its dialog did not say closed within 1.5 s and was ended by force; "
                        "question 1 is withdrawn all the same"
                    )
                    assert pid not in behind.left()
                    assert (await caller.call("list"))["prompts"] == []

        run(scenario)

    def test_while_its_dialog_process_still_loads_is_done_at_once(self) -> None:
        async def scenario(loop: StillLoop) -> None:
            with backstage(loop, "stay") as behind:
                screen = DialogScreen(":7", behind.command)
                async with running(daemon_with(loop, screen)) as daemon:
                    caller = await daemon.caller()
                    await caller.call("ask", **QUESTION, wait=0)
                    assert (await caller.call("withdraw", number=1))["status"] == "withdrawn"

        run(scenario)


class TestNoInteractor:
    """At once: no clock moves in these tests."""

    def test_without_a_screen(self) -> None:
        async def scenario(loop: StillLoop) -> None:
            screen = DialogScreen(None, resolver=in_vain())
            async with running(daemon_with(loop, screen)) as daemon:
                caller = await daemon.caller()
                for _ in range(2):
                    outcome = decode_outcome(await caller.call("ask", **QUESTION))
                    assert outcome == NoInteractor(select.session().no_screen())
                assert (await caller.call("status"))[
                    "screen_reason"
                ] == select.session().no_screen()

        run(scenario)

    def test_without_the_dialogs_program_until_it_is_there(self, tmp_path: Path) -> None:
        async def scenario(loop: StillLoop) -> None:
            steps = ("wait:show", "painted", "answer:approve", "wait:recorded")
            with backstage(loop, *steps) as behind:
                python, *rest = behind.command
                program = tmp_path / "dialog"
                screen = DialogScreen(":7", (str(program), *rest), resolver=in_vain())
                async with running(daemon_with(loop, screen)) as daemon:
                    caller = await daemon.caller()
                    for _ in range(2):
                        outcome = decode_outcome(await caller.call("ask", **QUESTION))
                        assert outcome == NoInteractor("no dialog process could be started")
                    program.symlink_to(python)
                    assert (await caller.call("ask", **QUESTION))["status"] == "ready"

        run(scenario)

    def test_when_the_dialog_can_not_open_the_screen(self) -> None:
        async def scenario(loop: StillLoop) -> None:
            unusable = 'say:{"method":"unusable","params":{"reason":"no display"}}'
            with backstage(loop, "wait:show", unusable) as behind:
                screen = DialogScreen(":7", behind.command, resolver=in_vain())
                async with running(daemon_with(loop, screen)) as daemon:
                    caller = await daemon.caller()
                    outcome = decode_outcome(await caller.call("ask", **QUESTION))
                    assert outcome == NoInteractor("no display")

        run(scenario)
