"""What else is open: the dialog asks, the person chooses, and each caller gets its own answer."""

from in_memory.peer import MemoryPeer
from sayso.core import events as e
from sayso.core.outcome import Approved, Denied
from sayso.core.prompt_status import PromptStatus
from sayso.core.questions import Choice
from sayso.core.settings import Settings
from sayso.daemon.screen import DialogScreen
from sayso.wire import screen as wire
from sayso.wire.codec import encode
from sayso.wire.outcomes import decode_outcome
from support.backstage import backstage
from support.daemon import QUESTION, Caller, Daemon, running, stage
from support.still_loop import StillLoop, run


async def outcome(caller: Caller, identity: int) -> object:
    ready = await caller.reply(identity)
    return decode_outcome(await caller.call("claim", claim=ready["claim"]))


def test_the_chosen_one_comes_up_and_the_other_is_next() -> None:
    async def scenario(loop: StillLoop) -> None:
        async with stage(loop) as daemon:
            first, second, third = [await daemon.caller() for _ in range(3)]
            asked = await daemon.painted(first, wait=600)
            await daemon.ask(second, message="Restart?", wait=600)
            wanted = await daemon.ask(third, title="Wipe?", message="All.", wait=600)
            loop.advance(10)
            daemon.screen.orders.clear()
            daemon.screen.open_queue()
            (listed,) = daemon.screen.orders
            assert isinstance(listed, e.ListQueue)
            assert [(row.number, row.title, row.seconds) for row in listed.rows] == [
                (2, "Restart?", 120),
                (3, "Wipe?", 120),
            ]
            daemon.screen.bring_up(3)
            assert daemon.screen.orders[-1] == e.Close(1)
            while len(daemon.screen.shown) == 1:
                await third.state()
            assert daemon.screen.shown[-1].number == 3
            daemon.screen.painted()
            daemon.screen.press(Choice.DENY)
            assert await outcome(third, wanted) == Denied()
            while len(daemon.screen.shown) == 2:
                await first.state()
            assert daemon.screen.shown[-1].standing == PromptStatus(110, 1, 2, None)
            daemon.screen.painted()
            daemon.screen.press(Choice.APPROVE)
            assert await outcome(first, asked) == Approved()

    run(scenario)


def test_a_dialog_process_that_has_it_chosen_makes_room() -> None:
    async def scenario(loop: StillLoop) -> None:
        said = encode(wire.write(wire.BringUp(2))).decode().strip()
        steps = ("wait:show", "painted", "wait:update", "open_queue", "wait:queue", f"say:{said}")
        with backstage(loop, *steps, "wait:close", "closed") as behind:
            screen = DialogScreen(":7", behind.command)
            async with running(Daemon(loop, screen, MemoryPeer(), Settings())) as daemon:
                first, second = await daemon.caller(), await daemon.caller()
                await first.request("ask", **QUESTION, wait=600)
                await first.state()
                await second.request("ask", **QUESTION | {"message": "Restart?"}, wait=600)
                told = await second.state()
                while told["state"] != "shown":
                    told = await second.state()
                assert (told["number"], told["place"]) == (2, 1)
                await behind.heard("queue")
                (row,) = behind.params["rows"]
                assert (row["number"], row["title"]) == (2, "Restart?")

    run(scenario)
