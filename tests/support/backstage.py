"""Real dialog processes that run `support/dialog_program.py`, and their diary."""

import asyncio
import contextlib
import os
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from support import dialog_program
from support.processes import children, kill
from support.still_loop import StillLoop


class Backstage:
    """`command` starts a process that does these steps."""

    def __init__(self, loop: StillLoop, directory: Path, *steps: str) -> None:
        self.pids: set[int] = set()
        """Of the processes heard of so far."""
        fifo = directory / "diary"
        os.mkfifo(fifo)
        self._loop = loop
        self._diary = os.open(fifo, os.O_RDWR | os.O_NONBLOCK)
        self._read = b""
        self._lines: asyncio.Queue[tuple[int, str]] = asyncio.Queue()
        self.command = (sys.executable, "-IS", dialog_program.__file__, str(fifo), *steps)
        loop.add_reader(self._diary, self._listen)

    def _listen(self) -> None:
        *lines, self._read = (self._read + os.read(self._diary, 4096)).split(b"\n")
        for line in lines:
            pid, word = line.decode().split()
            self.pids.add(int(pid))
            self._lines.put_nowait((int(pid), word))

    async def next(self) -> tuple[int, str]:
        """The next line: who wrote it, and the word.

        What that process said to the daemon before has been read by then.
        """
        line = await self._lines.get()
        await asyncio.sleep(0)  # both may have come after the loop last looked
        return line

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
