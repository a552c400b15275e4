"""Later, the queue and whether anybody waits: what callers and dialogs are told of it."""

from sayso.core import events as e
from sayso.core.outcome import Approved, TimedOut
from sayso.core.prompt_status import PromptStatus
from sayso.core.questions import Choice
from sayso.wire.outcomes import decode_outcome
from support.daemon import QUESTION, stage
from support.still_loop import StillLoop, run


def test_a_question_that_is_put_off_returns_and_is_answered() -> None:
    async def scenario(loop: StillLoop) -> None:
        async with stage(loop) as daemon:
            caller = await daemon.caller()
            identity = await daemon.painted(caller, wait=600)
            loop.advance(10)
            daemon.screen.later()
            assert daemon.screen.orders == [e.Close(1)]
            told = await caller.state()
            assert told == {
                "id": identity,
                "number": 1,
                "state": "put_off",
                "place": 1,
                "of": 1,
                "seconds_left": None,
            }
            loop.advance(15)
            assert (await caller.state())["state"] == "put_off"  # the heartbeat
            (listed,) = (await caller.call("list"))["prompts"]
            assert (listed["state"], listed["place"]) == ("put_off", 1)
            loop.advance(45)
            while len(daemon.screen.shown) == 1:
                await caller.state()
            assert daemon.screen.shown[-1].standing == PromptStatus(110, 1, 1, None)
            daemon.screen.painted()
            daemon.screen.press(Choice.APPROVE)
            ready = await caller.reply(identity)
            assert decode_outcome(await caller.call("claim", claim=ready["claim"])) == Approved()

    run(scenario)


def test_ten_minutes_after_it_was_first_put_off_it_has_timed_out() -> None:
    async def scenario(loop: StillLoop) -> None:
        async with stage(loop) as daemon:
            caller = await daemon.caller()
            ticket = await daemon.left(caller)
            daemon.screen.painted()
            daemon.screen.later()
            daemon.slept = 600
            ready = await caller.call("collect", ticket=ticket)
            outcome = decode_outcome(await caller.call("claim", claim=ready["claim"]))
            assert outcome == TimedOut("queue")
            assert len(daemon.screen.shown) == 1

    run(scenario)


def test_the_next_is_shown_meanwhile_and_both_callers_hear_their_places() -> None:
    async def scenario(loop: StillLoop) -> None:
        async with stage(loop) as daemon:
            first, second = await daemon.caller(), await daemon.caller()
            await daemon.painted(first)
            await daemon.ask(second, message="Restart?")
            assert (await first.state())["of"] == 2
            daemon.screen.later()
            states = [await first.state(), await second.state()]
            assert [(each["state"], each["place"]) for each in states] == [
                ("put_off", 2),
                ("queued", 1),
            ]
            shown = await second.state()
            assert (shown["state"], shown["place"], shown["of"]) == ("showing", 1, 2)
            assert daemon.screen.shown[-1].standing == PromptStatus(120, 1, 2, None)

    run(scenario)


def test_the_dialog_hears_of_the_queue_and_of_who_waits() -> None:
    async def scenario(loop: StillLoop) -> None:
        async with stage(loop) as daemon:
            first, second = await daemon.caller(), await daemon.caller()
            await daemon.painted(first, retention=25)
            loop.advance(10)
            await daemon.ask(second, message="Restart?")
            assert daemon.screen.orders.pop() == e.Update(1, PromptStatus(110, 1, 2, None))
            first.close()
            while (await second.call("status"))["connections"] > 1:
                pass
            assert daemon.screen.orders.pop() == e.Update(1, PromptStatus(110, 1, 2, 25))
            again = await daemon.caller()
            await again.request("ask", **QUESTION, retention=25)
            await again.state()
            assert daemon.screen.orders == [e.Update(1, PromptStatus(110, 1, 2, None))]

    run(scenario)


def test_an_answer_for_nobody_is_recorded_with_the_time_that_it_is_kept() -> None:
    async def scenario(loop: StillLoop) -> None:
        async with stage(loop) as daemon:
            caller = await daemon.caller()
            await daemon.left(caller, retention=25)
            daemon.screen.painted()
            daemon.screen.press(Choice.DENY)
            assert daemon.screen.orders == [e.Recorded(1, 25)]

    run(scenario)


def test_status_names_the_screen_as_it_is_now() -> None:
    async def scenario(loop: StillLoop) -> None:
        async with stage(loop) as daemon:
            caller = await daemon.caller()
            status = await caller.call("status")
            assert (status["screen"], status["screen_reason"]) == (":7", None)
            daemon.screen.name, daemon.screen.reason = None, "the display has gone"
            status = await caller.call("status")
            assert (status["screen"], status["screen_reason"]) == (None, "the display has gone")

    run(scenario)
