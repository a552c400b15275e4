"""The owner's exit withdraws its prompts: real processes, known by what the kernel says."""

import asyncio
import json
import sys

from sayso.core import events as e
from sayso.core.outcome import Withdrawn
from sayso.core.settings import Settings
from sayso.platforms import select
from sayso.wire.outcomes import decode_outcome
from support.daemon import Daemon, running
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
