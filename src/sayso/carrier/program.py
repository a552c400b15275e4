"""An ssh command that runs as a child process: its last lines of output, and its end."""

from __future__ import annotations

import asyncio
import os
from asyncio.subprocess import PIPE
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress

from sayso.errors import NotCarried

LEAVE_SECONDS = 2.0
"""Seconds for ssh to end after it was asked for the second time; then it is killed."""

AGAIN_SECONDS = 0.3
"""Seconds after which ssh is asked to end once more: an ssh that gets a signal just before it waits
for an event first waits for that event (OpenSSH 9.2); the next signal wakes it."""

_LINES = 20
_LONGEST = 2000
"""Bytes of a line that are kept."""
_LAST_WORDS = 1.0
"""Seconds to read the last output after ssh has ended. Its pipes may stay open for longer: a
program that it has started may hold them."""
_INPUT, _OUTPUT, _ERRORS = range(3)


def _nothing(_line: str) -> None:
    """Ignores the line."""


class Program(asyncio.SubprocessProtocol):
    """A running ssh command, made by `start`. Not an `asyncio.subprocess.Process`: that one waits
    for the end of the pipes as well, and a program that ssh leaves behind, to ask a question, may
    hold them open."""

    def __init__(self, heard: Callable[[str], None]) -> None:
        loop = asyncio.get_running_loop()
        self._heard = heard
        self._begun = {_OUTPUT: b"", _ERRORS: b""}
        self.output: deque[str] = deque(maxlen=_LINES)
        """Last lines of standard output."""
        self.errors: deque[str] = deque(maxlen=_LINES)
        self.ended: asyncio.Future[int] = loop.create_future()
        """The exit status; below 0: minus the number of the signal that ended it. Not to be
        cancelled."""
        self._silent = asyncio.Event()
        self._transport: asyncio.SubprocessTransport | None = None

    @property
    def pid(self) -> int:
        return self._running.get_pid()

    def write(self, data: bytes) -> None:
        pipe = self._running.get_pipe_transport(_INPUT)
        assert isinstance(pipe, asyncio.WriteTransport)  # noqa: S101 (narrows the stub's type)
        pipe.write(data)

    async def whole(self) -> None:
        """Returns when the program has ended and all its output was read."""
        await asyncio.wait({self.ended})
        with suppress(TimeoutError):
            await asyncio.wait_for(self._silent.wait(), _LAST_WORDS)

    async def close(self) -> None:
        """Ends the program, by force if need be; returns when it has ended."""
        ask, end = self._running.terminate, self._running.kill
        for way, seconds in ((ask, AGAIN_SECONDS), (ask, LEAVE_SECONDS), (end, LEAVE_SECONDS)):
            with suppress(ProcessLookupError):
                way()
            if (await asyncio.wait({self.ended}, timeout=seconds))[0]:
                break
        self._running.close()

    @property
    def _running(self) -> asyncio.SubprocessTransport:
        assert self._transport is not None  # noqa: S101 (once it is started)
        return self._transport

    # -- called by asyncio

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.SubprocessTransport)  # noqa: S101 (likewise)
        self._transport = transport

    def pipe_data_received(self, fd: int, data: bytes) -> None:
        *lines, begun = (self._begun[fd] + data).split(b"\n")
        for line in lines:
            self._take(fd, line)
        self._begun[fd] = begun[:_LONGEST]

    def pipe_connection_lost(self, fd: int, _: Exception | None) -> None:
        if begun := self._begun.pop(fd, b""):
            self._take(fd, begun)
        if not self._begun:
            self._silent.set()

    def process_exited(self) -> None:
        status = self._running.get_returncode()
        assert status is not None  # noqa: S101 (it has one by now)
        self.ended.set_result(status)

    def _take(self, fd: int, data: bytes) -> None:
        line = data[:_LONGEST].decode(errors="backslashreplace").strip()
        if not line:
            return
        if fd == _OUTPUT:
            self.output.append(line)
            self._heard(line)
        else:
            self.errors.append(line)


async def start(
    command: Sequence[str],
    environ: Mapping[str, str] | None = None,
    heard: Callable[[str], None] = _nothing,
) -> Program:
    """Starts the command. `environ`: variables that differ from ours. `heard`: called with each
    line of its standard output. Raises NotCarried if it can't be started."""
    loop = asyncio.get_running_loop()
    try:
        _, program = await loop.subprocess_exec(
            lambda: Program(heard),
            *command,
            stdin=PIPE,
            stdout=PIPE,
            stderr=PIPE,
            env=os.environ | dict(environ or {}),
        )
    except OSError as error:
        raise NotCarried(f"{command[0]} can't be started: {error.strerror}") from error
    return program
