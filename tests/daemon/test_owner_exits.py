"""The owner's exit withdraws its prompts: real processes, known by what the kernel says."""

import sys

assert sys.platform == "linux"

import asyncio
import json

from in_memory.peer import alone
from sayso.core import events as e
from sayso.core.lineage import Lineage, Member, Process
from sayso.core.outcome import Withdrawn
from sayso.core.questions import Choice
from sayso.core.settings import Settings
from sayso.platforms import select
from sayso.wire.outcomes import decode_outcome
from support.daemon import Daemon, running, stage
from support.scripted_screen import ScriptedScreen
from support.still_loop import StillLoop, run

REQUESTER = """
import json, os, socket, sys
daemon = socket.socket(socket.AF_UNIX)
daemon.connect(sys.argv[1])
params = {"kind": "confirm", "message": "Deploy?", "owner": os.getppid(), "wait": 600}
request = {"jsonrpc": "2.0", "id": 1, "method": "ask", "params": params}
daemon.sendall(json.dumps(request).encode() + b"\\n")
for line in daemon.makefile():
    print(line, end="", flush=True)
    if "result" in line:
        break
"""

OWNER = f"""
import subprocess, sys
subprocess.run([sys.executable, "-c", {REQUESTER!r}, sys.argv[1]])
"""


def test_its_prompt_is_withdrawn_and_the_requester_hears_so() -> None:
    async def scenario(loop: StillLoop) -> None:
        screen = ScriptedScreen()
        async with running(Daemon(loop, screen, select.peer(), Settings())) as daemon:
            owner = await asyncio.create_subprocess_exec(
                sys.executable, "-c", OWNER, daemon.path, stdout=asyncio.subprocess.PIPE
            )
            assert owner.stdout is not None
            assert json.loads(await owner.stdout.readline())["params"]["state"] == "showing"
            requester, above, *_ = screen.shown[-1].lineage.members
            assert above.process.pid == owner.pid
            assert requester.argv is not None
            assert requester.argv[-1] == daemon.path
            screen.painted()
            assert json.loads(await owner.stdout.readline())["params"]["state"] == "shown"
            owner.kill()
            reply = json.loads(await owner.stdout.readline())
            assert decode_outcome(reply["result"]) == Withdrawn("owner_exited")
            assert screen.orders == [e.Close(1)]
            assert await owner.stdout.read() == b""  # the requester has ended, too
            await owner.wait()

    run(scenario)


def owned() -> Lineage:
    """A requester below the tab that owns what it asks."""
    tab = Member(Process(7, 1.0), 7, on_pty=True, cgroup="", name="sh")
    return Lineage((*alone(8).members, tab))


def test_one_that_has_gone_before_it_is_watched_withdraws_it_too() -> None:
    async def scenario(loop: StillLoop) -> None:
        async with stage(loop) as daemon:
            daemon.peer.lineage_of_next = owned()
            daemon.peer.owner_has_gone = True
            caller = await daemon.caller()
            question = await caller.request("ask", kind="confirm", message="Deploy?")
            assert decode_outcome(await caller.reply(question)) == Withdrawn("owner_exited")

    run(scenario)


def test_it_is_watched_no_longer_than_its_prompt_is_open() -> None:
    async def scenario(loop: StillLoop) -> None:
        async with stage(loop) as daemon:
            daemon.peer.lineage_of_next = owned()
            caller = await daemon.caller()
            for number in range(3):
                question = await daemon.painted(caller, message=f"Deploy {number}?")
                assert daemon.peer.watches == 1
                daemon.screen.press(Choice.DENY)
                await caller.reply(question)
                assert daemon.peer.watches == 0

    run(scenario)
