"""A process as the system shows it, held so that no other process gets its pid meanwhile."""

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
"""Most characters of a command line that are kept: it is for display, and may have 32 767."""

TICKS = 10_000_000
"""Units of a FILETIME in a second."""


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
    """The process has an administrator's rights."""
    integrity: int
    """The integrity level: 0x2000 for a usual program, 0x3000 for an administrator's."""


class ProcessFacts:
    """A process, held by a handle: as long as the handle is open, no other process gets its pid.

    The constructor raises Unseen (Gone if no process has the pid), and so do the facts that the
    system always shows of a process that can be seen. Facts that the system may withhold (`argv`,
    `cwd`, `image`, `console_host`) are None instead.
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
        """Whether the process has ended. Its pid and facts last as long as a handle is open."""
        return self.handle.is_signalled()

    def start(self) -> float:
        """When the process started, in seconds since boot: see `start_of`."""
        with _unseen():
            return start_of(processes.creation_time(self.handle.number))

    def parent_pid(self) -> int:
        """The parent's pid. The parent may have ended; then another process may have that pid."""
        with _unseen():
            return processes.parent_pid(self.handle.number)

    def identity(self) -> Identity:
        with _unseen():
            return identity_of(self.handle.number)

    @cached_property
    def image(self) -> str | None:
        """The path of the executable; None: unknown."""
        try:
            return processes.image_path(self.handle.number)
        except OSError:
            return None

    def console_host(self) -> int | None:
        """The pid of the process that serves its console; 0: it has no console. None: unknown."""
        return processes.console_host(self.handle.number)

    def argv(self) -> tuple[str, ...] | None:
        """The command line, cut with "…" after MAX_COMMAND characters; None: unknown or empty."""
        try:
            with self._memory() as memory:
                line = processes.command_line(memory.number)
            cut = "…" if len(line) > MAX_COMMAND else ""
            return processes.split(line[:MAX_COMMAND] + cut) or None
        except (OSError, processes.Unreadable):
            return None

    def cwd(self) -> str | None:
        """The working directory; None: unknown."""
        try:
            with self._memory() as memory:
                path = processes.current_directory(memory.number).rstrip("\\")
        except (OSError, processes.Unreadable):
            return None
        return f"{path}\\" if path.endswith(":") else path or None

    def _memory(self) -> Handle:
        """A handle that may read the process's memory. It is of the same process, as no other can
        have the pid. Raises OSError."""
        return processes.open_process(self.pid, processes.QUERY_LIMITED | processes.VM_READ)


def identity_of(process: int) -> Identity:
    """The identity of a process. `process`: its handle. Raises OSError."""
    with Token(process) as token:
        return Identity(token.user(), token.session(), token.is_elevated(), token.integrity())


def our_identity() -> Identity:
    """The identity of this process. Raises OSError."""
    with Token() as token:
        return Identity(token.user(), token.session(), token.is_elevated(), token.integrity())


def start_of(created: int) -> float:
    """Seconds from boot to `created`, a process's time of creation (a FILETIME).

    Each time of creation gives a number of its own, and always the same one: when the clock is set,
    the system moves its time of boot and tells by how much (`boot_bias`), so the difference stays.
    A float tells 100 ns apart for 17 years. For a process created after the clock was set, the
    number is off against `session.now` by as much as the clock was moved: comparing the two may be
    wrong then, but equality of two such numbers never is.
    """
    time = clock.time_of_day()
    return (created - (time.boot - time.boot_bias)) / TICKS


@contextlib.contextmanager
def _unseen() -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise Unseen(str(error)) from error
