"""One ssh process that carries a socket to another machine, from its start to its end."""

from __future__ import annotations

import asyncio
import os
import re
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Self

from sayso.carrier import complaint, there
from sayso.carrier.program import Program, start
from sayso.carrier.ssh import Ssh
from sayso.core.text import visible_line
from sayso.errors import NotCarried, OutOfReach

START_SECONDS = 600.0
"""Seconds until the script there must have answered. This includes the person's time: ssh may ask
them several things."""
FORWARD_SECONDS = 30.0

_MOST_BEFORE = 10_000
"""How many lines the login files there may print before the script's answer."""
_PATH = re.compile(r"/[A-Za-z0-9/._+@-]{1,106}", re.ASCII)
"""The paths that the script there chooses. Another machine may say what it likes: ssh would take a
mere number for a port."""
_OWN_FAULT = 255
"""Exit status of ssh's own errors; any other is the exit status of the command there."""
_REFUSED = "forwarding request failed"
_SERVER = "set AllowStreamLocalForwarding yes in sshd_config there, or ask who looks after it"


class Connection:
    """One connection by ssh, made by `connect`. As a context manager it is closed at the end."""

    def __init__(self, ssh: Ssh) -> None:
        self._ssh = ssh
        self._program: Program
        self.path = ""
        """Path of the socket on the other machine; empty until it is known."""
        self._answer: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        """What follows the mark in the line that the script there prints."""
        self._before = 0

    @property
    def pid(self) -> int:
        """Pid of ssh."""
        return self._program.pid

    async def begin(self, here: str) -> None:
        """Connects, and has ssh carry a socket there to the path `here`. Raises OutOfReach,
        NotCarried; after an error or a cancellation nothing of the connection is left."""
        self._program = await start(self._ssh.master(), self._ssh.environ, self._heard)
        try:
            async with asyncio.timeout(START_SECONDS):
                path = await self._place()
            await self._forward(path, here)
        except TimeoutError:
            await self.close()
            raise NotCarried(
                f"no shell answered there within {START_SECONDS:g} s",
                remedy=f"see what ssh does: {complaint.by_hand_with(self._ssh.destination)} sh",
            ) from None
        except BaseException:
            await self.close()
            raise
        self.path = path
        self._program.errors.clear()  # they are no reason for a later end

    async def ended(self) -> OutOfReach:
        """Waits until ssh has ended; returns why it did."""
        await self._program.whole()
        told = complaint.trouble(self._program.errors, self._ssh.destination)
        # never NotCarried: it worked until now, so it is worth another try
        return OutOfReach(told.message, remedy=told.remedy)

    async def close(self) -> None:
        """Ends ssh; returns when it has ended. That ends the input of the script there, which then
        removes its socket."""
        await self._program.close()
        with suppress(OSError):  # ssh removes its control socket itself, unless it was killed
            os.unlink(self._ssh.control)  # noqa: PTH108 - as in control.py

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def _place(self) -> str:
        """Runs the script there; returns the path that it has found for a socket. Raises
        OutOfReach, NotCarried."""
        self._program.write(there.SCRIPT.encode())
        awaited: tuple[asyncio.Future[Any], ...] = (self._program.ended, self._answer)
        await asyncio.wait(awaited, return_when=asyncio.FIRST_COMPLETED)
        if not self._answer.done():
            await self._program.whole()
        if not self._answer.done():
            raise self._why_not_begun(self._program.ended.result())
        by_hand = complaint.by_hand_with(self._ssh.destination)
        word, _, rest = self._answer.result().partition(" ")
        if word != there.PLACE:
            raise NotCarried(
                f"there is no place for a socket there: {visible_line(rest)}",
                remedy=f"mend that there: {by_hand}",
            )
        if not _PATH.fullmatch(rest):
            raise NotCarried(
                f"what that machine names is no path for a socket: {visible_line(rest)}",
                remedy=f"see what its login files print: {by_hand} sh",
            )
        return rest

    def _heard(self, line: str) -> None:
        if self._answer.done():
            return
        self._before += 1
        if line.startswith(f"{there.MARK} "):
            self._answer.set_result(line.removeprefix(f"{there.MARK} "))
        elif self._before > _MOST_BEFORE:
            words = f"login files print more than {_MOST_BEFORE} lines"
            self._answer.set_result(f"{there.CANNOT} {words}")

    def _why_not_begun(self, status: int) -> OutOfReach | NotCarried:
        if status == _OWN_FAULT:
            return complaint.trouble(self._program.errors, self._ssh.destination)
        last = _last((*self._program.output, *self._program.errors))
        return NotCarried(
            f"no shell runs there: {last}",
            remedy=f"see whether this works: {complaint.by_hand_with(self._ssh.destination)} sh",
        )

    async def _forward(self, path: str, here: str) -> None:
        """Has ssh forward the socket at `path` there. Raises OutOfReach, NotCarried."""
        asking = await start(self._ssh.forward(path, here), self._ssh.environ)
        try:
            await asyncio.wait_for(asking.whole(), FORWARD_SECONDS)
        except TimeoutError:
            raise OutOfReach(f"ssh forwarded nothing within {FORWARD_SECONDS:g} s") from None
        finally:
            await asking.close()
        if asking.ended.result() == 0:
            return
        last = _last(asking.errors)
        if any(_REFUSED in line for line in asking.errors):
            raise NotCarried(f"the server there forwards no Unix socket: {last}", remedy=_SERVER)
        raise OutOfReach(f"ssh did not forward the socket: {last}")


async def connect(ssh: Ssh, here: str) -> Connection:
    """A connection that carries what connects to a socket there to the socket of path `here` on
    this machine. Raises OutOfReach, NotCarried."""
    connection = Connection(ssh)
    await connection.begin(here)
    return connection


def _last(lines: Sequence[str]) -> str:
    return visible_line(lines[-1]) if lines else "it ended, and said nothing"
