"""`sayso ssh`: one login by ssh, during which programs on that machine can ask here."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress

from sayso.carrier import make_ssh
from sayso.carrier.connection import connect
from sayso.carrier.ssh import Ssh
from sayso.errors import NotCarried
from sayso.platforms import select

LEAVE_SECONDS = 2.0
"""Seconds for the login to end after it was asked to; then it is killed."""

_BY_SIGNAL = 128
"""Added to a signal's number for the exit status of a process that the signal ended, as shells
do."""


def log_in(
    name: str,
    destination: str,
    arguments: Sequence[str],
    open_place: Callable[[str], str],
    close_place: Callable[[str], None],
    reach: Callable[[str], Ssh] = make_ssh.for_login,
) -> int:
    """Runs ssh in the terminal; returns its exit status. `open_place`: has the daemon listen for
    the place of this name, and returns the path of its socket; `close_place` undoes that. `reach`:
    makes the ssh for a destination.

    Raises SaysoError if there was no login, and KeyboardInterrupt if this process was asked to end,
    or its terminal has closed. All is undone then, too.
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
        close_place(name)  # blocks the loop, so a second request to end can't interrupt it


def _end_when_asked() -> None:
    """Cancels this task when the process is asked to end, but only once: a terminal that closes may
    say so twice, and the clean-up after the first time must not be cancelled."""
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
