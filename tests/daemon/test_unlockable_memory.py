"""Where no memory can be locked no password is asked for; and what can't be kept is not taken."""

import logging

import pytest

from in_memory.peer import MemoryPeer
from sayso.core.settings import Settings
from sayso.daemon.screen import DialogScreen
from sayso.errors import MemoryNotLocked
from sayso.platforms import select
from support.backstage import backstage
from support.daemon import Daemon, running, stage
from support.still_loop import StillLoop, run

CANARY = "canary-7f3a"
ASK = {"kind": "password", "message": "Unlock the disk"}


class Memory:
    """Stands in for the system's: gives so many times, then nothing more."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.left = 1 << 30
        self._lock = select.memory().lock
        monkeypatch.setattr(select.memory(), "lock", self.lock)

    def lock(self, size: int) -> memoryview:
        if not self.left:
            raise MemoryNotLocked("no more can be locked")
        self.left -= 1
        return self._lock(size)


@pytest.fixture
def memory(monkeypatch: pytest.MonkeyPatch) -> Memory:
    return Memory(monkeypatch)


def test_nothing_is_shown_and_the_caller_hears_why(memory: Memory) -> None:
    async def scenario(loop: StillLoop) -> None:
        async with stage(loop) as daemon:
            memory.left = 0
            caller = await daemon.caller()
            error = await caller.error(await caller.request("ask", **ASK))
            assert isinstance(error, MemoryNotLocked)
            assert (error.message, error.blame) == ("no more can be locked", "system")
            assert "ulimit -l" in error.remedy
            assert (await caller.call("list"))["prompts"] == []
            assert daemon.screen.shown == []
            await daemon.answers_a_question()  # for other kinds nothing is locked

    run(scenario)


def test_a_repeated_request_gets_what_is_there(memory: Memory) -> None:
    async def scenario(loop: StillLoop) -> None:
        async with stage(loop) as daemon:
            caller = await daemon.caller()
            ticket = await daemon.left(caller, **ASK)
            memory.left = 0
            assert (await caller.call("ask", **ASK, wait=0))["ticket"] == ticket

    run(scenario)


def with_dialogs(loop: StillLoop, command: tuple[str, ...]) -> Daemon:
    return Daemon(loop, DialogScreen(":7", command), MemoryPeer(), Settings())


@pytest.mark.parametrize(
    ("left", "states"),
    [(1, ["showing"]), (2, ["showing", "shown"])],
    ids=["before it is shown", "when it is typed"],
)
def test_what_can_be_locked_no_more_is_not_taken(
    left: int, states: list[str], memory: Memory, caplog: pytest.LogCaptureFixture
) -> None:
    """The first room is the trial, the second what the dialog is heard in, the third the secret."""

    async def scenario(loop: StillLoop) -> None:
        steps = ("wait:show", "painted", f"submit:{CANARY}", "wait:recorded", "closed")
        with backstage(loop, *steps) as behind:
            async with running(with_dialogs(loop, behind.command)) as daemon:
                caller = await daemon.caller()
                memory.left = left
                identity = await caller.request("ask", **ASK, max_retries=0, render_timeout=10)
                assert [(await caller.state())["state"] for _ in states] == states
                loop.advance(10)
                assert (await caller.reply(identity))["status"] == "not_shown"

    with caplog.at_level(logging.DEBUG):
        run(scenario)
    assert "no more can be locked" in caplog.text
    assert "canary" not in caplog.text
