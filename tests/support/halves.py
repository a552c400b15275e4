"""Daemons and keepers that a test plays. Each is a process that runs half_program.py or
keeper_program.py."""

import asyncio
import contextlib
import json
import os
import signal
import sys
import tempfile
from collections.abc import AsyncIterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from sayso.wire import keeper as wire
from sayso.wire.codec import decode
from support.processes import alive, kill

PROGRAM = str(Path(__file__).with_name("half_program.py"))
KEEPER = str(Path(__file__).with_name("keeper_program.py"))


class Half:
    """A daemon or keeper process, which the test gives orders to. The other process of the pair is
    called the other half."""

    def __init__(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, who: dict[str, Any]
    ) -> None:
        self.role: str = who["role"]
        self.pid: int = who["pid"]
        self.rest: list[str] = who.get("rest", [])
        self._reader = reader
        self._writer = writer

    async def send(self, data: bytes) -> None:
        """Has this half send bytes to the other half."""
        await self._order({"send": data.decode()})

    async def provoke(self, data: bytes) -> None:
        """Sends bytes for which the other half kills this one, perhaps before it can tell that they
        are sent."""
        with suppress(EOFError):
            await self.send(data)

    async def hear(self) -> wire.Said | None:
        """The next message from the other half; None: the other half has ended."""
        line: str = await self._order({"do": "hear"})
        return wire.read(decode(line.encode())) if line else None

    async def hear_all(self) -> list[wire.Said]:
        """The messages from the other half up to its next commit, which is the last of them."""
        said = [await self.hear()]
        while not isinstance(said[-1], wire.Commit):
            assert said[-1] is not None, f"it ended after {said[:-1]}"
            said.append(await self.hear())
        return [each for each in said if each]

    def play_dead(self) -> None:
        """Makes this half close its end and stop, like a process that hangs while it ends."""
        self._tell({"do": "play dead"})

    async def accept(self) -> str:
        """Accepts the next caller in the queue of the listening socket. Returns what the caller
        sends."""
        said: str = await self._order({"do": "accept"})
        return said

    async def status(self) -> int | None:
        """The exit status that the keeper reports at its end; None: it was killed."""
        line = await self._reader.readline()
        return json.loads(line)["status"] if line else None

    async def gone(self) -> None:
        """Waits until this half has ended."""
        assert await self._reader.read() == b""

    def kill(self) -> None:
        kill(self.pid)

    def stop(self) -> None:
        os.kill(self.pid, signal.SIGSTOP)

    def close(self) -> None:
        self._writer.close()

    def _tell(self, order: dict[str, str]) -> None:
        self._writer.write(json.dumps(order).encode() + b"\n")

    async def _order(self, order: dict[str, str]) -> Any:
        self._tell(order)
        line = await self._reader.readline()
        if not line:
            raise EOFError(f"the {self.role} has ended")
        return json.loads(line)


class Halves:
    """The test's side, to which the halves connect and report."""

    def __init__(self) -> None:
        self._directory = tempfile.TemporaryDirectory(prefix="sayso-", dir="/tmp")
        self.control = str(Path(self._directory.name) / "control")
        self.callers = str(Path(self._directory.name) / "callers")
        """Path of the socket for the daemon's callers."""
        self._came: asyncio.Queue[Half] = asyncio.Queue()
        self._all: list[Half] = []
        self._first: asyncio.subprocess.Process | None = None

    def command(self, role: str) -> list[str]:
        """The command that starts a half in this role."""
        return [sys.executable, PROGRAM, self.control, role]

    async def pair(self) -> tuple[Half, Half]:
        """Starts a first daemon, which starts the real keeper. Returns both."""
        successor = json.dumps(self.command("successor"))
        command = [*self.command("first"), sys.executable, KEEPER, self.control, successor]
        self._first = await asyncio.create_subprocess_exec(*command)
        both = {half.role: half for half in (await self.next(), await self.next())}
        return both["first"], both["keeper"]

    async def next(self, role: str | None = None) -> Half:
        """The half that connects next. `role`: what it must be; None: anything."""
        half = await self._came.get()
        assert role in (None, half.role)
        return half

    async def arrived(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        half = Half(reader, writer, json.loads(await reader.readline()))
        self._all.append(half)
        self._came.put_nowait(half)

    async def close(self) -> None:
        ours = [seen.pid for seen in alive() if self._directory.name in seen.command]
        # stopped first: a keeper starts a new daemon in place of one that is killed before the
        # keeper is
        for pid in ours:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGSTOP)
        for pid in ours:
            kill(pid)
        for half in self._all:
            half.close()
        if self._first:
            await self._first.wait()
        self._directory.cleanup()


@contextlib.asynccontextmanager
async def halves() -> AsyncIterator[Halves]:
    made = Halves()
    server = await asyncio.start_unix_server(made.arrived, made.control)
    try:
        yield made
    finally:
        await made.close()
        server.close()
        await server.wait_closed()
