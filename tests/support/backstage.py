"""Real dialog processes that run `support/dialog_program.py`, the diary that they write, and a
`DialogScreen` that starts them."""

import asyncio
import contextlib
import json
import os
import sys
import tempfile
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

from in_memory.peer import alone
from sayso.core import events as e
from sayso.core.prompt_status import PromptStatus
from sayso.core.questions import Confirm
from sayso.daemon.screen import DialogScreen
from support import dialog_program
from support.processes import children, kill
from support.seeking import in_vain
from support.still_loop import StillLoop

READY = 'say:{"method":"ready","params":{"screen":":7"}}'
"""The step by which a process reports that it has started and can take a question. `wait` reports
that, too."""

STANDING = PromptStatus(60.0, 1, 1, None)


class Backstage:
    """Dialog processes without windows: each that `command` starts does these steps. What they
    write comes to the diary, which `next` reads."""

    def __init__(self, loop: StillLoop, directory: Path, *steps: str) -> None:
        self.pids: set[int] = set()
        """Processes that have written to the diary so far."""
        self.params: dict[str, Any] = {}
        """Params of the order in the diary's latest line."""
        fifo = directory / "diary"
        os.mkfifo(fifo)
        self._loop = loop
        self._diary = os.open(fifo, os.O_RDWR | os.O_NONBLOCK)
        self._read = b""
        self._lines: asyncio.Queue[tuple[int, str, str]] = asyncio.Queue()
        self.command = (sys.executable, "-IS", dialog_program.__file__, str(fifo), *steps)
        loop.add_reader(self._diary, self._listen)

    def _listen(self) -> None:
        *lines, self._read = (self._read + os.read(self._diary, 4096)).split(b"\n")
        for line in lines:
            pid, word, params = f"{line.decode()} ".split(" ", 2)
            self.pids.add(int(pid))
            self._lines.put_nowait((int(pid), word, params))

    async def next(self) -> tuple[int, str]:
        """The diary's next line: the process that wrote it, and the word.

        All that this process sent to the daemon before has been read by then.
        """
        pid, word, params = await self._lines.get()
        self.params = json.loads(params or "{}")
        # the line and the message may both have come after the loop last checked
        await asyncio.sleep(0)
        return pid, word

    async def heard(self, word: str) -> int:
        """Waits for a process to write this word; skips the lines before it. Returns the process
        id."""
        while True:
            pid, written = await self.next()
            if written == word:
                return pid

    def left(self) -> set[int]:
        """Processes that have not been waited for, running or not."""
        return {pid for pid in self.pids if Path(f"/proc/{pid}").exists()}

    def close(self) -> None:
        """Kills the processes that a failed test has left."""
        for child in children(os.getpid()):
            if child.pid in self.pids:
                kill(child.pid)
        self._loop.remove_reader(self._diary)
        os.close(self._diary)


@contextlib.contextmanager
def backstage(loop: StillLoop, *steps: str) -> Iterator[Backstage]:
    """A `Backstage`. Asserts at the end that no process is left."""
    with tempfile.TemporaryDirectory(prefix="sayso-") as directory:
        made = Backstage(loop, Path(directory), *steps)
        try:
            yield made
            assert not made.left()
        finally:
            made.close()


def show(run: int) -> e.Show:
    return e.Show(run, 100 + run, Confirm("Deploy?"), alone(4242), STANDING, 1.0)


class Theatre:
    """A DialogScreen and the events that it reports."""

    def __init__(self, behind: Backstage) -> None:
        self.screen = DialogScreen(":7", behind.command, resolver=in_vain())
        self.events: asyncio.Queue[e.Event] = asyncio.Queue()

    async def event(self) -> e.Event:
        return await self.events.get()


@contextlib.asynccontextmanager
async def theatre(loop: StillLoop, behind: Backstage) -> AsyncIterator[Theatre]:
    """A started `Theatre`, whose first spare process runs. It is stopped at the end; the time that
    processes get to end by themselves is skipped."""
    made = Theatre(behind)
    made.screen.start(made.events.put_nowait, lambda: None)
    await behind.heard("started")
    yield made
    stopping = loop.create_task(made.screen.stop())
    await asyncio.sleep(0)
    loop.advance(1.5)
    await stopping
    assert made.events.empty()


async def passes(loop: StillLoop, seconds: float) -> None:
    """Moves the clock by so many seconds, and lets everything happen that is due."""
    loop.advance(seconds)
    for _ in range(3):
        await asyncio.sleep(0)


async def all_gone(behind: Backstage) -> None:
    """Waits until no process is left."""
    while behind.left():  # noqa: ASYNC110 (the loop itself must go on for it)
        await asyncio.sleep(0)
