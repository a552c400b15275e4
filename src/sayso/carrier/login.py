"""`sayso ssh`: one login that takes sayso along."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress

from sayso.carrier import how
from sayso.carrier.connection import connect
from sayso.carrier.ssh import Ssh
from sayso.errors import NotCarried
from sayso.platforms import select

LEAVE_SECONDS = 2.0
"""For the login to end that was told to; then it is killed."""

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

    Raises SaysoError: there was no login; and KeyboardInterrupt: it was asked to end, by its
    terminal's end as well. All is undone then, too.
    """
    ssh = reach(destination)
    try:
        return asyncio.run(_log_in(name, ssh, tuple(arguments), open_place, close_place))
    except asyncio.CancelledError:
        raise KeyboardInterrupt from None


async def _log_in(
    name: str,
    ssh: Ssh,
    arguments: tuple[str, ...],
    open_place: Callable[[str], str],
    close_place: Callable[[str], None],
) -> int:
    _end_when_asked()
    here = open_place(name)
    try:
        async with await connect(ssh, here):
            return await _run(ssh, arguments)
    finally:
        close_place(name)  # on the loop: what asks once more to end does not cut it off


def _end_when_asked() -> None:
    """Once: a terminal that closes may say so twice, and the first time it is undone already."""
    task = asyncio.current_task()

    def end() -> None:
        if task and not task.cancelling():
            task.cancel()

    select.processes().on_end(end, end)


async def _run(ssh: Ssh, arguments: tuple[str, ...]) -> int:
    try:
        process = await asyncio.create_subprocess_exec(*ssh.login(arguments))
    except OSError as error:
        raise NotCarried(f"{ssh.program} can't be started: {error.strerror}") from error
    try:
        status = await process.wait()
    except asyncio.CancelledError:
        with suppress(ProcessLookupError):
            process.terminate()
        try:
            await asyncio.wait_for(process.wait(), LEAVE_SECONDS)
        except TimeoutError:
            process.kill()
        raise
    return status if status >= 0 else _BY_SIGNAL - status
