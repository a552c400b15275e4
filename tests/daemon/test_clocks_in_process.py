"""The clocks of the contract, over the real socket: wait, deadline, retention, render budget."""

from sayso.core import events as e
from sayso.core.outcome import Approved, Denied, NotShown, Pending, TimedOut
from sayso.core.prompt_status import PromptStatus
from sayso.core.questions import Choice, Severity
from sayso.errors import Expired
from sayso.wire.outcomes import decode_outcome
from support.daemon import stage
from support.still_loop import StillLoop, run


class TestClocks:
    """The defaults of the contract, on a clock that the test moves."""

    def test_the_wait_ends_as_pending_and_the_late_click_is_collected(self) -> None:
        async def scenario(loop: StillLoop) -> None:
            async with stage(loop) as daemon:
                caller = await daemon.caller()
                identity = await daemon.painted(caller)
                loop.advance(45)
                pending = decode_outcome(await caller.reply(identity))
                assert isinstance(pending, Pending)
                loop.advance(15)
                daemon.screen.press(Choice.APPROVE)
                again = await caller.call("ask", kind="confirm", message="Deploy?")
                assert (again["status"], again["ticket"]) == ("ready", pending.ticket)
                outcome = await caller.call("claim", claim=again["claim"])
                assert decode_outcome(outcome) == Approved()
                assert len(daemon.screen.shown) == 1

        run(scenario)

    def test_a_ticket_collects_too(self) -> None:
        async def scenario(loop: StillLoop) -> None:
            async with stage(loop) as daemon:
                caller = await daemon.caller()
                ticket = await daemon.left(caller)
                daemon.screen.painted()
                still = await caller.call("collect", ticket=ticket, wait=0)
                assert decode_outcome(still) == Pending(ticket)
                daemon.screen.press(Choice.DENY)
                ready = await caller.call("collect", ticket=ticket)
                outcome = await caller.call("claim", claim=ready["claim"])
                assert decode_outcome(outcome) == Denied()
                spent = await caller.request("collect", ticket=ticket)
                assert isinstance(await caller.error(spent), Expired)

        run(scenario)

    def test_the_deadline_is_never_an_approval(self) -> None:
        async def scenario(loop: StillLoop) -> None:
            async with stage(loop) as daemon:
                caller = await daemon.caller()
                identity = await daemon.painted(caller, wait=600, severity="destructive")
                assert daemon.screen.shown[-1].question.severity is Severity.DESTRUCTIVE
                loop.advance(60)
                ready = await caller.reply(identity)
                outcome = await caller.call("claim", claim=ready["claim"])
                assert decode_outcome(outcome) == TimedOut()
                assert daemon.screen.orders == [e.Close(1)]
                daemon.screen.press(Choice.APPROVE)
                assert isinstance(daemon.screen.orders[-1], e.NotRecorded)

        run(scenario)

    def test_a_click_after_the_deadline_does_not_count_though_no_timer_fired(self) -> None:
        async def scenario(loop: StillLoop) -> None:
            async with stage(loop) as daemon:
                caller = await daemon.caller()
                identity = await daemon.painted(caller, wait=600)
                loop.advance(120)
                daemon.screen.press(Choice.APPROVE)
                ready = await caller.reply(identity)
                outcome = await caller.call("claim", claim=ready["claim"])
                assert decode_outcome(outcome) == TimedOut()

        run(scenario)

    def test_suspend_counts_though_timers_stand_still_in_it(self) -> None:
        async def scenario(loop: StillLoop) -> None:
            async with stage(loop) as daemon:
                caller = await daemon.caller()
                identity = await daemon.painted(caller, wait=600)
                daemon.slept = 3600
                loop.advance(5)
                assert (await caller.reply(identity))["status"] == "ready"

        run(scenario)

    def test_scrolling_holds_the_deadline(self) -> None:
        async def scenario(loop: StillLoop) -> None:
            async with stage(loop) as daemon:
                caller = await daemon.caller()
                identity = await daemon.painted(caller, timeout=10)
                loop.advance(9)
                daemon.screen.scroll()
                assert daemon.screen.orders == [e.Update(1, PromptStatus(30, 1, 1, None))]
                loop.advance(29)
                daemon.screen.press(Choice.APPROVE)
                assert (await caller.reply(identity))["status"] == "ready"

        run(scenario)

    def test_a_waiting_call_hears_a_heartbeat(self) -> None:
        async def scenario(loop: StillLoop) -> None:
            async with stage(loop) as daemon:
                caller = await daemon.caller()
                await daemon.painted(caller)
                for left in (105, 90):
                    loop.advance(15)
                    assert (await caller.state())["seconds_left"] == left

        run(scenario)

    def test_an_answer_that_nobody_fetches_is_forgotten(self) -> None:
        async def scenario(loop: StillLoop) -> None:
            async with stage(loop) as daemon:
                caller = await daemon.caller()
                ticket = await daemon.left(caller)
                daemon.screen.painted()
                daemon.screen.press(Choice.APPROVE)
                loop.advance(60)
                late = await caller.request("collect", ticket=ticket)
                assert isinstance(await caller.error(late), Expired)
                assert (await caller.call("list"))["prompts"] == []

        run(scenario)

    def test_a_dialog_that_dies_is_back_with_its_remaining_time(self) -> None:
        async def scenario(loop: StillLoop) -> None:
            async with stage(loop) as daemon:
                caller = await daemon.caller()
                identity = await daemon.painted(caller)
                loop.advance(20)
                assert (await caller.state())["state"] == "shown"  # the heartbeat
                daemon.screen.dies()
                assert (await caller.state())["state"] == "showing"
                assert len(daemon.screen.shown) == 1
                loop.advance(0.2)
                assert (await caller.call("status"))["open"] == 1
                assert [show.standing.seconds for show in daemon.screen.shown] == [120, 100]
                daemon.screen.painted()
                daemon.screen.press(Choice.APPROVE)
                assert (await caller.reply(identity))["status"] == "ready"

        run(scenario)

    def test_a_screen_that_never_paints_is_given_up(self) -> None:
        async def scenario(loop: StillLoop) -> None:
            async with stage(loop) as daemon:
                caller = await daemon.caller()
                identity = await daemon.ask(caller, render_timeout=10)
                loop.advance(10)
                outcome = decode_outcome(await caller.reply(identity))
                assert isinstance(outcome, NotShown)
                assert outcome.should_retry
                await daemon.answers_a_question()

        run(scenario)
