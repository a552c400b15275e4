"""`sayso ssh`: one login that takes sayso along."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence

from sayso.carrier import how
from sayso.carrier.connection import connect
from sayso.carrier.ssh import Ssh
from sayso.errors import NotCarried

_BY_SIGNAL = 128
"""As shells tell of it."""


def log_in(
    name: str,
    destination: str,
    arguments: Sequence[str],
    open_place: Callable[[str], str],
    close_place: Callable[[str], None],
    reach: Callable[[str], Ssh] = how.of_login,
) -> int:
    """The exit status of ssh, which has the terminal. `open_place`: the daemon listens for this
    place; the path of its socket. `reach`: how the destination is.

    Raises SaysoError: there was no login; and KeyboardInterrupt.
    """
    ssh = reach(destination)
    here = open_place(name)
    try:
        return asyncio.run(_log_in(ssh, here, tuple(arguments)))
    finally:
        close_place(name)


async def _log_in(ssh: Ssh, here: str, arguments: tuple[str, ...]) -> int:
    async with await connect(ssh, here):
        try:
            process = await asyncio.create_subprocess_exec(*ssh.login(arguments))
        except OSError as error:
            raise NotCarried(f"{ssh.program} can't be started: {error.strerror}") from error
        status = await process.wait()
        return status if status >= 0 else _BY_SIGNAL - status
