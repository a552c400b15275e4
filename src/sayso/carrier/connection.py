"""One ssh that carries a socket to another machine, from its start to its end."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Self

from sayso.carrier import complaint, there
from sayso.carrier.program import Program, start
from sayso.carrier.ssh import Ssh
from sayso.core.text import visible_line
from sayso.errors import NotCarried, OutOfReach

START_SECONDS = 600.0
"""For all up to the first word from there. It is the person's time, too: ssh may ask for much."""
FORWARD_SECONDS = 30.0

_MOST_BEFORE = 10_000
"""Lines that login files may print."""
_OWN_FAULT = 255
"""ssh ends with this by itself, else with what the command there ended with."""
_REFUSED = "forwarding request failed"
_SERVER = "set AllowStreamLocalForwarding yes in sshd_config there, or ask who looks after it"


class Connection:
    """Made by `connect`; as a context manager it is closed at the end."""

    def __init__(self, ssh: Ssh) -> None:
        self._ssh = ssh
        self._program: Program
        self.path = ""
        """There; empty until it is known."""
        self._answer: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        """What follows the mark of the program there."""
        self._before = 0

    @property
    def pid(self) -> int:
        """Of ssh."""
        return self._program.pid

    async def begin(self, here: str) -> None:
        """Raises OutOfReach, NotCarried; then, as where it is cancelled, nothing of it is left."""
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
        self._program.errors.clear()  # of how it began

    async def ended(self) -> OutOfReach:
        """Waits for it, and tells why."""
        await self._program.whole()
        told = complaint.trouble(self._program.errors, self._ssh.destination)
        return OutOfReach(told.message, remedy=told.remedy)  # it worked until now

    async def close(self) -> None:
        """Returns when ssh has ended. That ends the input of the program there, which then takes
        the socket away."""
        await self._program.close()
        with suppress(OSError):  # it takes that away itself, unless it was killed
            os.unlink(self._ssh.control)  # noqa: PTH108 - as control.py

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def _place(self) -> str:
        """The path for a socket there. Raises OutOfReach, NotCarried."""
        self._program.write(there.SCRIPT.encode())
        awaited: tuple[asyncio.Future[Any], ...] = (self._program.ended, self._answer)
        await asyncio.wait(awaited, return_when=asyncio.FIRST_COMPLETED)
        if not self._answer.done():
            await self._program.whole()
        if not self._answer.done():
            raise self._why_not_begun(self._program.ended.result())
        word, _, rest = self._answer.result().partition(" ")
        if word != there.PLACE:
            raise NotCarried(
                f"there is no place for a socket there: {visible_line(rest)}",
                remedy=f"mend that there: {complaint.by_hand_with(self._ssh.destination)}",
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
        """Raises OutOfReach, NotCarried."""
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
    """One that carries connections from a socket there to the one of this path here. Raises
    OutOfReach, NotCarried."""
    connection = Connection(ssh)
    await connection.begin(here)
    return connection


def _last(lines: Sequence[str]) -> str:
    return visible_line(lines[-1]) if lines else "it ended, and said nothing"
