"""`finish` on a real socket: of a device code, by the process that asked, while it is open."""

from sayso.core import events as e
from sayso.core.outcome import Answered, Decider, Withdrawn
from sayso.core.questions import Choice
from sayso.errors import NotOpen, UnknownPrompt
from sayso.wire.outcomes import decode_outcome
from support.daemon import Caller, Stage, stage
from support.still_loop import StillLoop, run

CODE = {
    "kind": "device_code",
    "message": "Sign in",
    "address": "https://example.com/device",
    "code": "WDJB-MJHT",
}
DONE = Answered(Decider.REQUESTER)


async def shown(daemon: Stage, caller: Caller, **more: object) -> int:
    return await daemon.painted(caller, **CODE, **more)


def test_done_is_offered_and_committed() -> None:
    async def scenario(loop: StillLoop) -> None:
        async with stage(loop) as daemon:
            caller, other = await daemon.caller(), await daemon.caller()
            identity = await shown(daemon, caller)
            assert await other.call("finish", number=1, done=True) == {"status": "finished"}
            ready = await caller.reply(identity)
            assert ready["kind"] == "device_code"
            assert daemon.screen.orders == [e.Finished(1, True)]
            assert decode_outcome(await caller.call("claim", claim=ready["claim"])) == DONE

    run(scenario)


def test_failed_is_withdrawn() -> None:
    async def scenario(loop: StillLoop) -> None:
        async with stage(loop) as daemon:
            caller, other = await daemon.caller(), await daemon.caller()
            identity = await shown(daemon, caller)
            await other.call("finish", number=1, done=False)
            assert decode_outcome(await caller.reply(identity)) == Withdrawn("requester")
            assert daemon.screen.orders == [e.Finished(1, False)]

    run(scenario)


def test_by_the_ticket_of_one_that_is_not_bound() -> None:
    async def scenario(loop: StillLoop) -> None:
        async with stage(loop) as daemon:
            caller = await daemon.caller()
            asked = CODE | {"bound": False, "wait": 0}
            ticket = (await caller.call("ask", **asked))["ticket"]
            daemon.screen.painted()
            await caller.call("finish", ticket=ticket, done=True)
            ready = await caller.call("collect", ticket=ticket)
            assert decode_outcome(await caller.call("claim", claim=ready["claim"])) == DONE

    run(scenario)


def test_too_late_and_of_nothing() -> None:
    async def scenario(loop: StillLoop) -> None:
        async with stage(loop) as daemon:
            caller, other = await daemon.caller(), await daemon.caller()
            identity = await shown(daemon, caller)
            daemon.screen.press(Choice.DISMISS)
            await caller.reply(identity)
            late = await other.request("finish", number=1, done=True)
            assert isinstance(await other.error(late), NotOpen)
            never = await other.request("finish", number=2, done=True)
            assert isinstance(await other.error(never), UnknownPrompt)

    run(scenario)


def test_the_dialog_goes_with_the_connection() -> None:
    async def scenario(loop: StillLoop) -> None:
        async with stage(loop) as daemon:
            caller, other = await daemon.caller(), await daemon.caller()
            await shown(daemon, caller)
            caller.close()
            while (await other.call("list"))["prompts"]:
                pass
            assert daemon.screen.orders == [e.Close(1)]

    run(scenario)
