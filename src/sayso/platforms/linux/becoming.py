"""Replaces this process with a command, exactly as the person saw it, by execve(2).

So signals, job control, the terminal, inherited file descriptors (a jobserver's, for instance) and
the exit status are the command's own, with no process in between. What Python and sayso have
changed since this process started is put back; what we have open is closed by the exec itself.

Files that anybody but root can change are executed from sealed copies: see programs.py. Such a
script sees /proc/self/fd/N as its own name.

The secret waits in a pipe, as a pipe can be opened by a path and a socket can't. So any program of
the same user may open the pipe as well, just as it may read the command's memory.
"""

from __future__ import annotations

import sys

assert sys.platform == "linux"

import fcntl
import os
import signal
from contextlib import ExitStack, contextmanager

from sayso.core.settings import DESCRIPTOR
from sayso.core.text import shorten, visible_line
from sayso.errors import CommandNotFound, CommandNotStarted, Unsupported
from sayso.failpoints import reach
from sayso.platforms.linux import looking, programs

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import NoReturn

    from sayso.core.action import Change
    from sayso.core.secret import Secret
    from sayso.platforms.contract.execution import Order

OPEN_FILES = "/dev/fd"
"""The directory in which a process finds its file descriptors as paths: a link to /proc/self/fd."""

_SHOWN = 200
"""Characters of a name that an error repeats."""
_PYTHONS_OWN = (signal.SIGPIPE, signal.SIGXFSZ)
"""Signals that Python ignores from its start, whatever was set before. The command gets these with
their default action. Any other signal that was ignored at our start stays ignored."""
ENVIRONMENT = "/proc/self/environ"
"""The environment as it was at our start. Python may have added LC_CTYPE to os.environ (PEP 538).
"""


def prepare(order: Order) -> Replacement:
    """Raises CommandNotFound, InvalidParams."""
    name = order.argv[0]
    if os.path.isdir(order.cwd) and not programs.is_there(name, order.cwd):
        shown = shorten(visible_line(name), _SHOWN)
        raise CommandNotFound(f"{shown}: there is no such program")
    return Replacement(looking.InspectedCommand(order))


def spare_descriptor() -> int:
    """The highest descriptor number that this process did not inherit, as programs habitually use
    the lowest. Raises Unsupported."""
    if not os.path.isdir(OPEN_FILES):
        raise Unsupported(
            f"a command can't read a secret by a path here: there is no {OPEN_FILES}",
            remedy="run it without --secret",
        )
    for number in range(int(DESCRIPTOR.high), int(DESCRIPTOR.low) - 1, -1):
        if not _was_inherited(number):
            return number
    low, high = f"{DESCRIPTOR.low:g}", f"{DESCRIPTOR.high:g}"
    raise Unsupported(
        f"no descriptor from {low} to {high} is left for a secret",
        remedy=f"start it with one of them closed, as in: {high}>&-",
    )


class Replacement:
    """A command that was checked, and that this process can become."""

    def __init__(self, inspected: looking.InspectedCommand) -> None:
        self.action = inspected.action
        self._inspected = inspected

    def become(self, secret: Secret | None = None) -> NoReturn:
        try:
            self._become(secret)
        except (OSError, ValueError) as error:
            raise CommandNotStarted(f"the command was not started: {error}") from error
        finally:
            if secret is not None:
                secret.wipe()

    def close(self) -> None:
        self._inspected.close()

    def _become(self, secret: Secret | None) -> NoReturn:
        """Raises OSError, CommandChanged, CommandNotStarted."""
        with ExitStack() as stack:
            sealing = programs.Sealing.CHANGEABLE
            directory, chain = self._inspected.recheck(stack, sealing=sealing)
            reach("becoming.sealed")
            *scripts, program = chain.executables
            argv = chain.argv(self.action.argv, _place)
            environment = _environment(self.action.environment)
            if secret is not None:
                _give(secret, self.action.descriptor, newline=self.action.newline)
                stack.callback(os.close, self.action.descriptor)
            for script in scripts:
                os.set_inheritable(script.descriptor, script.is_copy)
            os.fchdir(directory)
            with _default_signals():
                os.execve(_place(program), argv, environment)  # noqa: S606 - its very purpose


def _place(executable: programs.Executable) -> str:
    """The path by which a file is executed or read. A file that is not copied keeps its own path,
    and so finds what lies beside it."""
    return programs.by_descriptor(executable) if executable.is_copy else executable.program.path


def _was_inherited(number: int) -> bool:
    """Whether this process was started with this descriptor. Python opens nothing that a command
    would inherit."""
    try:
        return os.get_inheritable(number)
    except OSError:
        return False


def _environment(changes: tuple[Change, ...]) -> dict[bytes, bytes]:
    """The environment that this process was started with, without the variables removed since, and
    with these changes."""
    with open(ENVIRONMENT, "rb") as file:
        pairs = [line.partition(b"=") for line in file.read().split(b"\0") if line]
    told = {name: value for name, _, value in reversed(pairs) if name in os.environb}
    for change in changes:
        name = os.fsencode(change.name)
        told.pop(name, None)
        if change.value is not None:
            told[name] = os.fsencode(change.value)
    return told


def _give(secret: Secret, number: int, *, newline: bool) -> None:
    """Puts the secret into a pipe that ends after it; `number` becomes the descriptor of its read
    end. Raises OSError, CommandNotStarted."""
    reading, writing = map(programs.above_streams, os.pipe2(os.O_CLOEXEC | os.O_NONBLOCK))
    with open(reading, "rb", buffering=0), open(writing, "wb", buffering=0):
        pieces = [secret.view(), memoryview(b"\n" if newline else b"")]
        size = sum(map(len, pieces))
        if size > fcntl.fcntl(writing, fcntl.F_GETPIPE_SZ):
            fcntl.fcntl(writing, fcntl.F_SETPIPE_SZ, size)
        if os.writev(writing, pieces) != size:
            raise CommandNotStarted("the command was not started: no pipe here holds the secret")
        os.dup2(reading, number)
        os.set_blocking(number, True)


@contextmanager
def _default_signals() -> Iterator[None]:
    """Gives the signals that Python ignores their default action, for an exec. The exec itself
    resets signals with handlers, and nothing of ours changes which signals are blocked."""
    ours = [(number, signal.signal(number, signal.SIG_DFL)) for number in _PYTHONS_OWN]
    try:
        yield
    finally:  # the exec failed
        for number, handler in ours:
            signal.signal(number, handler)
