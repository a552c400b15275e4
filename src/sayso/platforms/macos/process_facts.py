"""Facts about one process, as the kernel shows it, with a check that all are about the same
process.

On macOS a process of another program can't be held, so its pid may be used again while it is read.
Its stamp shows that: it is read before everything else, and again afterwards.
"""

import sys

assert sys.platform == "darwin"

from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from sayso.platforms.macos.native import processes

MAX_COMMAND = 4096
"""Most bytes of a command line that are kept: it is for display, and may be a megabyte long."""


KNOWN = 1 << 14
"""How many start times are remembered, in about 2 MiB."""


class Unseen(Exception):
    """The process is gone, or hidden from us, or another process has its pid by now."""


class Hidden(Unseen):
    """The process is another user's."""


class Stamp(NamedTuple):
    """What tells a process from any other that has had the same pid."""

    started: int
    """Microseconds since 1970, by the clock as it was set when the process started."""
    unique: int | None
    """The kernel's own number for the process. None: this system does not tell."""


@dataclass(frozen=True)
class ProcessFacts:
    """A process of our user, as it was when it was read."""

    pid: int
    stamp: Stamp
    parent: int
    user: int
    """Effective user id."""
    name: str
    """The kernel's short name for the process."""
    has_terminal: bool
    session: int
    """The pid of its session's leader; 0: unknown."""
    image: str | None
    """The path of its executable; None: unknown."""
    argv: tuple[str, ...] | None
    """Command line, cut with "…" after MAX_COMMAND bytes; None: unknown or empty."""
    cwd: str | None
    """Its working directory; None: unknown."""

    @property
    def start(self) -> float:
        """Seconds since boot: see `start_of`."""
        return start_of(self.stamp.started)

    def has_parent_still(self) -> bool:
        """Whether the process still has the same parent. Raises Unseen: it is gone, or another
        process has its pid by now."""
        stamp, facts = _look(self.pid)
        if stamp != self.stamp:
            raise Unseen(f"process {self.pid} is another one by now")
        return facts.parent == self.parent


def read(pid: int) -> ProcessFacts:
    """The facts about process `pid`. Raises Unseen."""
    stamp, facts = _look(pid)
    told = ProcessFacts(
        pid,
        stamp,
        facts.parent,
        facts.user,
        facts.name,
        facts.has_terminal,
        session=_session(pid),
        image=_image(pid),
        argv=argv(pid),
        cwd=_cwd(pid),
    )
    if _look(pid)[0] != stamp:
        raise Unseen(f"process {pid} is another one by now")
    return told


def started(pid: int) -> int | None:
    """When the process that has this pid now was started, like `Stamp.started`. None: no process
    has it, or a zombie. Raises OSError."""
    try:
        return processes.bsd_facts(pid).start
    except ProcessLookupError:
        return None
    except PermissionError:  # another user's: a new process, or the same one as another user
        return processes.start_of_any(pid)


@lru_cache(maxsize=KNOWN)
def start_of(started: int) -> float:
    """When a process started, in seconds since boot, from its `Stamp.started`. Raises OSError.

    The kernel keeps the time of day at which a process was started, by the clock as it was set
    then. When the clock is set, the kernel adjusts the time of boot, but not the times that it
    keeps of processes. So the result is the one of the first call with this value: right, if the
    clock was not set between the process's start and that call; and unchanged for as long as this
    process remembers it. Another process of ours may get a different result if the clock was set in
    between.
    """
    return (started - processes.boot_time()) / processes.MICROSECONDS


def stamp(pid: int) -> Stamp:
    """The stamp of the process that has this pid now. Raises Unseen."""
    return _look(pid)[0]


def parent(pid: int) -> int | None:
    """The pid of the parent of process `pid`. None: the process is gone, or hidden from us."""
    try:
        return _look(pid)[1].parent
    except Unseen:
        return None


def title(pid: int) -> str:
    """Name and pid of the process that has this pid now, for people."""
    try:
        return f"{_look(pid)[1].name} ({pid})"
    except Unseen:
        return f"process {pid}"


def _look(pid: int) -> tuple[Stamp, processes.BsdFacts]:
    """The stamp and the basic facts of the process that has this pid now. Raises Unseen; Hidden, if
    it is another user's."""
    try:
        facts = processes.bsd_facts(pid)
    except PermissionError as error:
        raise Hidden(str(error)) from error
    except OSError as error:
        raise Unseen(str(error)) from error
    return Stamp(facts.start, _unique(pid)), facts


def _unique(pid: int) -> int | None:
    try:
        return processes.unique_id(pid)
    except ProcessLookupError as error:
        raise Unseen(str(error)) from error
    except OSError:
        return None


def _session(pid: int) -> int:
    try:
        return processes.session(pid)
    except OSError:
        return 0


def _image(pid: int) -> str | None:
    try:
        return processes.path(pid) or None
    except OSError:
        return None


def _cwd(pid: int) -> str | None:
    try:
        return processes.current_directory(pid)
    except OSError:
        return None


def argv(pid: int) -> tuple[str, ...] | None:
    """The command line of the process that has this pid now, cut as in `ProcessFacts.argv`; None:
    unknown or empty."""
    try:
        words = processes.arguments(pid, MAX_COMMAND)
    except OSError:
        return None
    if not words or not any(words):
        return None
    whole = b"\0".join(words)
    cut = "…" if len(whole) > MAX_COMMAND else ""
    text = whole[:MAX_COMMAND].decode("utf-8", "surrogateescape") + cut
    return tuple(text.split("\0"))
