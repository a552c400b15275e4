"""The tray's end of its channel to the daemon, played by the test."""

import asyncio
import contextlib
import os
import signal
import socket
import sys
import tempfile
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

from sayso.errors import SaysoError
from support import desk_program
from support.daemon import Caller
from support.still_loop import StillLoop


class Desk(Caller):
    """The channel that one tray process has inherited, now in the test's hands. `pid` is that
    process."""

    def __init__(self, pid: int, inherited: socket.socket, process: socket.socket) -> None:
        super().__init__(inherited)
        self.pid = pid
        self._process = process

    async def state(self) -> dict[str, Any]:
        """The params of the next overview; no other message may come before it."""
        return await self.told("overview")

    async def told(self, method: str) -> dict[str, Any]:
        """The params of the next message of this method; overviews before it are skipped."""
        message = await self.message()
        while message["method"] == "overview" != method:
            message = await self.message()
        assert message["method"] == method, message
        params: dict[str, Any] = message["params"]
        return params

    async def say(self, method: str, **params: Any) -> None:
        """Sends a notification."""
        await self.notify(method, params)

    async def refused(self, method: str, **params: Any) -> SaysoError:
        return await self.error(await self.request(method, **params))

    def kill(self) -> None:
        os.kill(self.pid, signal.SIGKILL)
        self.leave()

    def leave(self) -> None:
        """Closes the channel; the process then ends by itself."""
        self.close()
        self._process.close()


class Desks:
    """`command` starts a tray process that hands its channel over to the test; `next` waits for
    it."""

    def __init__(self, loop: StillLoop, directory: Path) -> None:
        path = directory / "desks"
        self.command = (sys.executable, "-IS", desk_program.__file__, str(path))
        self._loop = loop
        self._listener = socket.socket(socket.AF_UNIX)
        self._listener.bind(str(path))
        self._listener.listen()
        self._listener.setblocking(False)
        self._made: list[Desk] = []

    async def next(self) -> Desk:
        process, _ = await self._loop.sock_accept(self._listener)
        readable = asyncio.Event()
        self._loop.add_reader(process, readable.set)
        await readable.wait()
        self._loop.remove_reader(process)
        pid, descriptors, _, _ = socket.recv_fds(process, 16, 1)
        inherited = socket.socket(fileno=descriptors[0])
        inherited.setblocking(False)
        self._made.append(Desk(int(pid), inherited, process))
        return self._made[-1]

    def close(self) -> None:
        for desk in self._made:
            desk.leave()
        self._listener.close()


@contextlib.asynccontextmanager
async def desks(loop: StillLoop) -> AsyncIterator[Desks]:
    with tempfile.TemporaryDirectory(prefix="sayso-") as directory:
        made = Desks(loop, Path(directory))
        try:
            yield made
        finally:
            made.close()
