"""Real dialog processes that run `support/dialog_program.py`, their diary, and a screen of them."""

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
"""The step by which a process says that it is warm; `wait` says it as well."""

STANDING = PromptStatus(60.0, 1, 1, None)


class Backstage:
    """`command` starts a process that does these steps."""

    def __init__(self, loop: StillLoop, directory: Path, *steps: str) -> None:
        self.pids: set[int] = set()
        """Of the processes heard of so far."""
        self.params: dict[str, Any] = {}
        """Of the order that was heard of last."""
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
        """The next line: who wrote it, and the word.

        What that process said to the daemon before has been read by then.
        """
        pid, word, params = await self._lines.get()
        self.params = json.loads(params or "{}")
        await asyncio.sleep(0)  # both may have come after the loop last looked
        return pid, word

    async def heard(self, word: str) -> int:
        """Waits for a process to write this; its pid. Passes over the lines before it."""
        while True:
            pid, written = await self.next()
            if written == word:
                return pid

    def left(self) -> set[int]:
        """Those that have not been waited for, running or not."""
        return {pid for pid in self.pids if Path(f"/proc/{pid}").exists()}

    def close(self) -> None:
        """Ends those that a test which failed has left."""
        for child in children(os.getpid()):
            if child.pid in self.pids:
                kill(child.pid)
        self._loop.remove_reader(self._diary)
        os.close(self._diary)


@contextlib.contextmanager
def backstage(loop: StillLoop, *steps: str) -> Iterator[Backstage]:
    """At the end no process is left."""
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
    """A DialogScreen and what it reports."""

    def __init__(self, behind: Backstage) -> None:
        self.screen = DialogScreen(":7", behind.command, resolver=in_vain())
        self.events: asyncio.Queue[e.Event] = asyncio.Queue()

    async def event(self) -> e.Event:
        return await self.events.get()


@contextlib.asynccontextmanager
async def theatre(loop: StillLoop, behind: Backstage) -> AsyncIterator[Theatre]:
    """Started, its first spare running; stopped at the end, without waiting for the unwilling."""
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
    """Lets so much time pass; what is due then has been done."""
    loop.advance(seconds)
    for _ in range(3):
        await asyncio.sleep(0)


async def all_gone(behind: Backstage) -> None:
    """Waits until no process is left."""
    while behind.left():  # noqa: ASYNC110 (the loop itself must go on for it)
        await asyncio.sleep(0)
