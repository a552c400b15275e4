"""One process as /proc shows it: proc(5), proc_pid_stat(5), proc_pid_status(5), cgroups(7)."""

from __future__ import annotations

import sys

assert sys.platform == "linux"

import contextlib
import os
from functools import cached_property

from sayso.core.program_name import program_name
from sayso.values import Value

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Self

MAX_COMMAND = 4096
"""The most bytes of a command line that are read: it is for display, and may have megabytes."""

MAX_FILE = 1 << 16
"""The most bytes of any other file that are read: what the kernel writes takes a page or two."""

_PTY_MAJORS = range(136, 144)  # Unix98 pseudo-terminal slaves: the kernel's devices.txt


class Unseen(Exception):
    """The process is gone, or hidden from us."""


class Stat(Value):
    """What sayso reads of /proc/PID/stat."""

    comm: str
    """The kernel's short name for the process, at most 15 bytes."""
    ppid: int
    session: int
    on_pty: bool
    """Whether the controlling terminal is a pseudo-terminal."""
    start: float
    """Seconds since boot, counted through suspend, in whole ticks."""


class Proc:
    """An open /proc/PID: all that is read through it is about one process, even if the pid is
    reused.

    Raises Unseen, from the constructor and from what the kernel always tells of a process that can
    be seen; what it may withhold (`argv`, `exe`, `cwd`) is None instead.
    """

    def __init__(self, pid: int) -> None:
        self.pid = pid
        with _unseen():
            self._directory = os.open(f"/proc/{pid}", os.O_PATH | os.O_DIRECTORY)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        os.close(self._directory)

    def stat(self) -> Stat:
        with _unseen():
            return parse_stat(self._read("stat"))

    def uid(self) -> int:
        """The real user id."""
        with _unseen():
            return parse_uid(self._read("status"))

    def depth(self) -> int:
        """The number of pid namespaces in which the process has a pid, counted from ours: 1, if it
        lives in ours."""
        with _unseen():
            return parse_depth(self._read("status"))

    @cached_property
    def cgroup(self) -> str:
        """The path of its control group; empty where there are none or it can't be read."""
        try:
            return parse_cgroup(self._read("cgroup"))
        except OSError:
            return ""

    def argv(self) -> tuple[str, ...] | None:
        """Command line, cut with "…" after MAX_COMMAND bytes; None: unknown or empty."""
        try:
            data = self._read("cmdline", MAX_COMMAND + 1)
        except OSError:
            return None
        cut = "…" if len(data) > MAX_COMMAND else ""
        text = _text(data[:MAX_COMMAND].rstrip(b"\0")) + cut
        return tuple(text.split("\0")) if text else None

    def exe(self) -> str | None:
        """The path of the process's executable; None: unknown."""
        path = self._link("exe")
        return path and path.removesuffix(" (deleted)")

    def cwd(self) -> str | None:
        """The process's working directory; None: unknown."""
        return self._link("cwd")

    def _read(self, name: str, limit: int = MAX_FILE) -> bytes:
        """Up to `limit` bytes of the file. Without a file object: that would also ask the kernel
        for size, position and terminal."""
        descriptor = os.open(name, os.O_RDONLY, dir_fd=self._directory)
        try:
            data = b""
            while piece := os.read(descriptor, limit - len(data)):
                data += piece
            return data
        finally:
            os.close(descriptor)

    def _link(self, name: str) -> str | None:
        try:
            return _text(os.readlink(os.fsencode(name), dir_fd=self._directory))
        except OSError:
            return None


def display_name(exe: str | None, comm: str, argv: tuple[str, ...] | None) -> str:
    """The name to show for a process, by its executable's base name, else by the kernel's short
    name."""
    name = os.path.basename(exe) if exe else comm
    return program_name(name, argv, os.path.basename, _is_script)


def _is_script(argument: str) -> bool:
    """Whether the argument may be a script's path. An option is none, and what comes through a pipe
    (`bash <(…)`) has no name."""
    return not argument.startswith("-") and not _is_descriptor(argument)


def _is_descriptor(path: str) -> bool:
    """Whether the path names a descriptor of a process, as proc_pid_fd(5) has them."""
    place, is_one, number = path.rpartition("/fd/")
    is_named = place == "/dev" or os.path.dirname(place) == "/proc"
    return path == "/dev/stdin" or bool(is_one and is_named and number.isdecimal())


def parse_stat(data: bytes) -> Stat:
    """Splits the fields after the last ")", by position: the name before it may hold any byte."""
    head, _, tail = data.rpartition(b")")
    fields = tail.split()  # the first is the third of the man page: state
    terminal = int(fields[4])
    return Stat(
        comm=_text(head.partition(b"(")[2]),
        ppid=int(fields[1]),
        session=int(fields[3]),
        on_pty=(terminal >> 8) & 0xFFF in _PTY_MAJORS,
        start=int(fields[19]) / os.sysconf("SC_CLK_TCK"),
    )


def parse_uid(status: bytes) -> int:
    """The real user id, from /proc/PID/status (whose first line escapes newlines in the name)."""
    line = next(line for line in status.splitlines() if line.startswith(b"Uid:"))
    return int(line.split()[1])


def parse_depth(status: bytes) -> int:
    """In how many pid namespaces the process has a pid: pid_namespaces(7). A kernel without
    namespaces does not say; then it is 1."""
    lines = (line for line in status.splitlines() if line.startswith(b"NSpid:"))
    return max(1, len(next(lines, b"").split()) - 1)


def parse_cgroup(data: bytes) -> str:
    """The path of the control group in the unified hierarchy, else in systemd's own; else the whole
    text."""
    text = _text(data)
    lines = [line.split(":", 2) for line in text.split("\n") if line]
    groups = {controllers: path for _hierarchy, controllers, path in lines}
    return groups.get("", groups.get("name=systemd", text))


def _text(data: bytes) -> str:
    """Any bytes as text, and no two of them as the same text: what is no UTF-8 becomes lone
    surrogates."""
    return data.decode("utf-8", "surrogateescape")


@contextlib.contextmanager
def _unseen() -> Iterator[None]:
    try:
        yield
    except (FileNotFoundError, ProcessLookupError, PermissionError) as error:
        raise Unseen(str(error)) from error
