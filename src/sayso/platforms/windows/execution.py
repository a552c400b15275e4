"""Runs a command that gets a secret, exactly as the person saw it, and tells how it ended.

Once the secret is there, everything is checked again, and the program is held until it is executed:
see `looking`. It is started suspended, and resumed once the system says that it executes that very
file.

The command has no console, its streams lead nowhere except for the secret, and it gets the
environment of this process with the changes that were shown. The secret comes through a pipe that
has no name.
"""

import sys

assert sys.platform == "win32"

import os
import subprocess
import threading
from contextlib import ExitStack
from typing import Final

from sayso.core.action import Change
from sayso.core.secret import Secret
from sayso.errors import CommandChanged, CommandNotFound, CommandNotStarted, InvalidParams
from sayso.failpoints import reach
from sayso.platforms.contract.execution import Ending, Order
from sayso.platforms.windows import readiness
from sayso.platforms.windows.looking import OF_OUR_PYTHON, InspectedCommand
from sayso.platforms.windows.native import handles, jobs, kin, processes, synchronous

TAKEN_WITHIN = 10.0
"""Seconds for a command to read a secret that its pipe does not hold at once."""

_NO_CONSOLE: Final = 0x08000000
"""CREATE_NO_WINDOW."""
_OWN_GROUP: Final = 0x00000200
"""CREATE_NEW_PROCESS_GROUP: an interrupt of ours is not meant for the command."""
_STANDARD_INPUT: Final = 0
_RIGHTS = kin.SUSPEND_RESUME | kin.TERMINATE | kin.QUERY_LIMITED | kin.SYNCHRONIZE


def prepare(order: Order) -> "Prepared":
    """Raises InvalidParams."""
    if order.descriptor != _STANDARD_INPUT:
        raise InvalidParams(
            "descriptor: a command has no other than 0, its standard input, on Windows",
            field="descriptor",
            remedy="leave it out",
        )
    try:
        return Prepared(InspectedCommand(order))
    except CommandNotFound as error:
        raise InvalidParams(f"argv: {error.message}", field="argv", remedy=error.remedy) from error


class Prepared:
    """A command that was examined, and can be run."""

    def __init__(self, inspected: InspectedCommand) -> None:
        self.action = inspected.action
        self._inspected = inspected

    def run(self, secret: Secret) -> "Child":
        try:
            return self._run(secret)
        except (OSError, ValueError) as error:
            raise CommandNotStarted(f"the command was not started: {error}") from error
        finally:
            secret.wipe()

    def close(self) -> None:
        self._inspected.close()

    def _run(self, secret: Secret) -> "Child":
        with ExitStack() as stack:
            self._inspected.recheck(stack)
            reach("execution.sealed")
            reading, writing = os.pipe()
            with open(writing, "wb", buffering=0), open(reading, "rb", buffering=0) as theirs:
                child = self._start(theirs.fileno())
                theirs.close()
                child.took_all = _hand_over(secret, writing, newline=self.action.newline)
        return child

    def _start(self, reading: int) -> "Child":
        """Starts the command. Raises OSError, CommandChanged."""
        path = self._inspected.program.path
        process = subprocess.Popen(  # noqa: S603 - what it runs was shown; no shell
            self.action.argv,
            executable=path,
            cwd=self.action.cwd,
            env=_environment(self.action.environment),
            stdin=reading,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            creationflags=jobs.SUSPENDED | _NO_CONSOLE | _OWN_GROUP,
        )
        child = Child(process)
        try:
            _compare(child.handle, path)
            kin.resume(child.handle)
        except BaseException:
            process.kill()
            process.wait()
            child.close()
            raise
        return child


class Child:
    """A command that was started."""

    took_all = False

    def __init__(self, process: "subprocess.Popen[bytes]") -> None:
        """Raises OSError; the command has ended then."""
        self._process = process
        handle = kin.open_process(process.pid, _RIGHTS)
        if handle is None:
            raise ProcessLookupError("it has ended")
        self.handle = handle

    def ending(self) -> Ending | None:
        code = self._process.poll()
        return None if code is None else Ending(status=code)

    async def ended(self) -> None:
        import asyncio  # whoever has a loop has loaded it

        over = asyncio.Event()
        handle = handles.duplicate(self.handle)
        call_off = readiness.watch(handle, over.set)
        try:
            await over.wait()
        finally:
            call_off()
            handles.close(handle)

    def close(self) -> None:
        if self.handle:
            handles.close(self.handle)
            self.handle = 0


def _compare(process: int, path: str) -> None:
    """Checks that the process executes the file at `path`. Raises OSError, CommandChanged."""
    if not os.path.samefile(processes.image_path(process), path):
        raise CommandChanged("another program was started than was shown")


def _environment(changes: tuple[Change, ...]) -> dict[str, str]:
    """This process's environment with these changes. The system ignores case in names."""
    changed = {name: value for name, value in os.environ.items() if name != OF_OUR_PYTHON}
    for change in changes:
        changed = {
            name: value for name, value in changed.items() if name.upper() != change.name.upper()
        }
        if change.value is not None:
            changed[change.name] = change.value
    return changed


def _hand_over(secret: Secret, writing: int, *, newline: bool) -> bool:
    """Whether the command took all of the secret, apart from what the pipe itself can hold. A
    thread writes, as writing to a pipe without a name knows no timeout."""
    has_taken = threading.Event()

    def write() -> None:
        try:
            for piece in (secret.view(), memoryview(b"\n" if newline else b"")):
                left = piece
                while left:
                    left = left[os.write(writing, left) :]
        except OSError:  # the command has closed its end
            return
        has_taken.set()

    writer = synchronous.Thread(write)
    writer.join(TAKEN_WITHIN)
    return has_taken.is_set()
