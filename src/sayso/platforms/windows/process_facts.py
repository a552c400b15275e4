"""One process as the system shows it, held so that its pid is no other's meanwhile."""

import sys

assert sys.platform == "win32"

import contextlib
from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple, Self

from sayso.platforms.windows.native import clock, processes
from sayso.platforms.windows.native.held import Handle
from sayso.platforms.windows.native.tokens import Token

MAX_COMMAND = 4096
"""Characters of a command line that are read: it is for display, and may have 32 767."""

TICKS = 10_000_000
"""Of a FILETIME in a second."""


class Unseen(Exception):
    """The process is gone, or hidden from us."""


class Gone(Unseen):
    """No process has this pid."""


class Identity(NamedTuple):
    """Whose a process is, and what it may do."""

    user: str
    """The SID of its user."""
    session: int
    """The number of the session that it belongs to."""
    is_elevated: bool
    """It has an administrator's rights."""
    integrity: int
    """Its level: 0x2000 is a usual program's, 0x3000 an administrator's."""


class ProcessFacts:
    """A process, by a handle: as long as it is open, the system gives its pid to no other.

    Raises Unseen from the constructor (Gone, where no process has the pid), and from what the
    system always tells of a process that can be seen. What it may withhold (`argv`, `cwd`, `image`,
    `console_host`) is None instead.
    """

    def __init__(self, pid: int) -> None:
        self.pid = pid
        access = processes.QUERY_LIMITED | processes.SYNCHRONIZE
        try:
            self.handle = processes.open_process(pid, access)
        except OSError as error:
            is_gone = getattr(error, "winerror", None) == processes.ERROR_INVALID_PARAMETER
            raise (Gone if is_gone else Unseen)(str(error)) from error

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.handle.close()

    def has_exited(self) -> bool:
        """Its handle may keep its pid and its facts alive."""
        return self.handle.is_signalled()

    def start(self) -> float:
        """Seconds since boot: see `start_of`."""
        with _unseen():
            return start_of(processes.creation_time(self.handle.number))

    def parent_pid(self) -> int:
        """Of whoever it was inherited from, who may have ended: then it may be another's by now."""
        with _unseen():
            return processes.parent_pid(self.handle.number)

    def identity(self) -> Identity:
        with _unseen():
            return identity_of(self.handle.number)

    @cached_property
    def image(self) -> str | None:
        """The path of its executable; None: unknown."""
        try:
            return processes.image_path(self.handle.number)
        except OSError:
            return None

    def console_host(self) -> int | None:
        """The pid of what serves its console; 0: it has none. None: unknown."""
        return processes.console_host(self.handle.number)

    def argv(self) -> tuple[str, ...] | None:
        """Command line, cut with "…" after MAX_COMMAND characters; None: unknown or empty."""
        try:
            with self._memory() as memory:
                line = processes.command_line(memory.number)
            cut = "…" if len(line) > MAX_COMMAND else ""
            return processes.split(line[:MAX_COMMAND] + cut) or None
        except (OSError, processes.Unreadable):
            return None

    def cwd(self) -> str | None:
        """Its working directory; None: unknown."""
        try:
            with self._memory() as memory:
                path = processes.current_directory(memory.number).rstrip("\\")
        except (OSError, processes.Unreadable):
            return None
        return f"{path}\\" if path.endswith(":") else path or None

    def _memory(self) -> Handle:
        """The same process, as its pid is nobody else's. Raises OSError."""
        return processes.open_process(self.pid, processes.QUERY_LIMITED | processes.VM_READ)


def identity_of(process: int) -> Identity:
    """`process`: its handle. Raises OSError."""
    with Token(process) as token:
        return Identity(token.user(), token.session(), token.is_elevated(), token.integrity())


def our_identity() -> Identity:
    """Raises OSError."""
    with Token() as token:
        return Identity(token.user(), token.session(), token.is_elevated(), token.integrity())


def start_of(created: int) -> float:
    """Of a process with this time of creation (a FILETIME): seconds since boot.

    Each time of creation gives another number, and always the same: the system moves its time of
    boot when the clock is set, and tells by how much, so both together stay. A float has 100 ns
    apart for 17 years. A process that was created after the clock was set is off by as much
    against `session.now`; who compares both may be wrong about it then, equality never is.
    """
    time = clock.time_of_day()
    return (created - (time.boot - time.boot_bias)) / TICKS


@contextlib.contextmanager
def _unseen() -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise Unseen(str(error)) from error
