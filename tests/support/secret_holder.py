"""A process that had a password, so that tests can search its memory for what is left of it.

    python secret_holder.py client SOCKET
    python secret_holder.py daemon STEP…

`client` asks the daemon at SOCKET for a password and prints its length. When it reads the next
line, it wipes the password and prints so. `daemon` prints the path of its socket;
its dialog processes do these steps (see `support/dialog_program.py`). Both stay until
their standard input ends.
"""

import asyncio
import os
import sys

from in_memory.peer import MemoryPeer
from sayso.client.sync import Client
from sayso.core.outcome import Answered
from sayso.core.settings import Settings
from sayso.daemon.screen import DialogScreen
from support import dialog_program
from support.daemon import Daemon, running
from support.still_loop import StillLoop, run


def client(path: str) -> None:
    with Client(path, spawn=False) as asking:
        outcome = asking.password("Unlock")
    assert isinstance(outcome, Answered)
    assert outcome.secret is not None
    print(len(outcome.secret), flush=True)
    sys.stdin.readline()
    outcome.secret.wipe()
    print("wiped", flush=True)
    sys.stdin.read()


def daemon(*steps: str) -> None:
    command = (sys.executable, "-IS", dialog_program.__file__, os.devnull, *steps)

    async def scenario(loop: StillLoop) -> None:
        made = Daemon(loop, DialogScreen(":7", command), MemoryPeer(), Settings())
        async with running(made):
            print(made.path, flush=True)
            ended = asyncio.Event()
            loop.add_reader(0, ended.set)
            await ended.wait()
            loop.remove_reader(0)

    run(scenario)


if __name__ == "__main__":
    if sys.argv[1] == "client":
        client(sys.argv[2])
    else:
        daemon(*sys.argv[2:])
