"""Starts a command, exactly as the person saw it, and ends this process as the command ends.

Windows can't replace the program of a running process. So the command is started with what we were
started with: streams, console, inherited handles, environment. Ctrl-C reaches the command through
the console, while we ignore it; if this process is ended, the command ends, too.
"""

from __future__ import annotations

import sys

assert sys.platform == "win32"

import os
import signal
from contextlib import ExitStack

from sayso.errors import CommandNotStarted, Unsupported
from sayso.failpoints import reach
from sayso.platforms.windows.looking import OF_OUR_PYTHON, InspectedCommand
from sayso.platforms.windows.native import handles, jobs

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from typing import NoReturn

    from sayso.core.action import Change
    from sayso.core.secret import Secret
    from sayso.platforms.contract.execution import Order


def prepare(order: Order) -> Replacement:
    """Raises CommandNotFound, InvalidParams."""
    return Replacement(InspectedCommand(order))


def spare_descriptor() -> int:
    """Raises Unsupported, always: Windows has no file path for a pipe without a name."""
    raise Unsupported(
        "a command can't read a secret by a path here: Windows has no /dev/fd",
        remedy="run it without --secret",
    )


class Replacement:
    """A command that was examined, and can be run in our place."""

    def __init__(self, inspected: InspectedCommand) -> None:
        self.action = inspected.action
        self._inspected = inspected

    def become(self, secret: Secret | None = None) -> NoReturn:
        if secret is not None:
            secret.wipe()
            spare_descriptor()
        try:
            status = self._run()
        except (OSError, ValueError) as error:
            raise CommandNotStarted(f"the command was not started: {error}") from error
        raise SystemExit(status if status < 1 << 31 else status - (1 << 32))  # a C int

    def close(self) -> None:
        self._inspected.close()

    def _run(self) -> int:
        """Runs the command; its exit status. Raises OSError, CommandChanged."""
        import subprocess  # slow to load

        for number in (signal.SIGINT, signal.SIGBREAK):
            signal.signal(number, signal.SIG_IGN)
        with ExitStack() as stack:
            self._inspected.recheck(stack)
            reach("becoming.held")
            _change_ours(self.action.environment)
            job = jobs.create_for_one()
            stack.callback(handles.close, job)
            process = subprocess.Popen(  # noqa: S603 - what it runs was shown; no shell
                self.action.argv,
                executable=self._inspected.program.path,
                cwd=self.action.cwd,
                creationflags=jobs.SUSPENDED,
                close_fds=False,
            )
            try:
                jobs.take_in(job, process.pid)
            except BaseException:
                process.kill()  # it has not begun to run
                process.wait()
                raise
            return process.wait()


def _change_ours(changes: tuple[Change, ...]) -> None:
    """Changes our own environment, which the command inherits. So the variables' names stay as they
    are written; a copy of `os.environ` has them all in capitals."""
    os.environ.pop(OF_OUR_PYTHON, None)
    for change in changes:
        os.environ.pop(change.name, None)
        if change.value is not None:
            os.environ[change.name] = change.value
