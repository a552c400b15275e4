"""One process as the kernel shows it, and whether all that was read was of the same one.

No process of another program can be held on macOS, so its pid may be used again while it is looked
at. What tells is its stamp: it is read before everything else and after.
"""

import sys

assert sys.platform == "darwin"

from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from sayso.platforms.macos.native import processes

MAX_COMMAND = 4096
"""Bytes of a command line that are kept: it is for display, and may have a megabyte."""


KNOWN = 1 << 14
"""Times of start that are remembered: about 2 MiB."""


class Unseen(Exception):
    """The process is gone, or hidden from us, or is another one by now."""


class Hidden(Unseen):
    """It is another user's."""


class Stamp(NamedTuple):
    """What no other process that has the same pid has."""

    started: int
    """Microseconds since 1970, by the clock as it was set then."""
    unique: int | None
    """The kernel's own number for it. None: this system does not tell."""


@dataclass(frozen=True)
class ProcessFacts:
    """A process of our user, as it was when it was read."""

    pid: int
    stamp: Stamp
    parent: int
    user: int
    """Effective user id."""
    name: str
    """The kernel's short name for it."""
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
        """It runs, and its parent has the same pid. Raises Unseen: gone, or another one by now."""
        stamp, facts = _look(self.pid)
        if stamp != self.stamp:
            raise Unseen(f"process {self.pid} is another one by now")
        return facts.parent == self.parent


def read(pid: int) -> ProcessFacts:
    """Raises Unseen."""
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
    """When whichever process has this pid was started, as `Stamp.started`; None: none has, or a
    zombie. Raises OSError."""
    try:
        return processes.bsd_facts(pid).start
    except ProcessLookupError:
        return None
    except PermissionError:  # its pid is another user's by now, or it has become that user's
        return processes.start_of_any(pid)


@lru_cache(maxsize=KNOWN)
def start_of(started: int) -> float:
    """Of a process with this time of start: seconds since boot. Raises OSError.

    The kernel keeps the time of day at which a process was started, by the clock as it was set
    then. When the clock is set, the kernel moves the time of boot along, and what it keeps of
    processes not. So the number of a process is what it was when it was first asked for: right, if
    the clock was not set between its start and that; and the same for as long as this process
    remembers it. Another process of ours may have another one where the clock was set in between.
    """
    return (started - processes.boot_time()) / processes.MICROSECONDS


def stamp(pid: int) -> Stamp:
    """Of whichever process has this pid. Raises Unseen."""
    return _look(pid)[0]


def parent(pid: int) -> int | None:
    """The pid of its parent; None: it is gone, or hidden from us."""
    try:
        return _look(pid)[1].parent
    except Unseen:
        return None


def title(pid: int) -> str:
    """Of whichever process has this pid, for people."""
    try:
        return f"{_look(pid)[1].name} ({pid})"
    except Unseen:
        return f"process {pid}"


def _look(pid: int) -> tuple[Stamp, processes.BsdFacts]:
    """Raises Unseen."""
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
    """The command line of whichever process has this pid; None: unknown or empty."""
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
