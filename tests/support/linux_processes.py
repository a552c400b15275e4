"""Processes as Linux reports them, and commands in the background (jobs), which can have a
terminal."""

import contextlib
import json
import os
import signal
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from support.waiting import StillWaiting

PROC = Path("/proc")


@dataclass(frozen=True)
class Seen:
    """A process, as it was at one moment."""

    pid: int
    parent: int
    session: int
    command: str
    environ: bytes

    def __str__(self) -> str:
        return f"{self.pid} {self.command}"


def alive() -> Iterator[Seen]:
    """Every process that runs; zombies are left out."""
    for entry in PROC.iterdir():
        if entry.name.isdigit() and (seen := look(int(entry.name))):
            yield seen


def look(pid: int) -> Seen | None:
    """A process now; None: it has exited or is a zombie."""
    try:
        stat = (PROC / str(pid) / "stat").read_text(errors="replace")
        command = (PROC / str(pid) / "cmdline").read_bytes()
    except (FileNotFoundError, ProcessLookupError):
        return None
    # proc(5): the name, in parentheses, may hold any character; fields follow the last ")"
    state, parent, _group, session = stat.rpartition(")")[2].split()[:4]
    if state in "ZX":
        return None
    text = command.replace(b"\0", b" ").decode(errors="replace").strip()
    return Seen(pid, int(parent), int(session), text, _environ(pid))


def _environ(pid: int) -> bytes:
    try:
        return (PROC / str(pid) / "environ").read_bytes()
    except (PermissionError, FileNotFoundError, ProcessLookupError):
        return b""  # another user's, one that hides it, or gone meanwhile


@contextlib.contextmanager
def marked(mark: int) -> Iterator[None]:
    """Programs that are started meanwhile, and those that they start, bear this mark.

    It is a resource limit that nobody needs (setrlimit(2), RLIMIT_MSGQUEUE), at most 800,000:
    children inherit it, and it can be read even of a process whose environment only root can read.
    """
    import resource

    before = resource.getrlimit(resource.RLIMIT_MSGQUEUE)
    resource.setrlimit(resource.RLIMIT_MSGQUEUE, (mark, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_MSGQUEUE, before)


def bears(pid: int, mark: int) -> bool:
    try:
        limits = (PROC / str(pid) / "limits").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return False
    return limits.partition("Max msgqueue size")[2].split()[:1] == [str(mark)]


def kill(pid: int) -> None:
    """Sends SIGKILL; does nothing if the process has gone already."""
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)


@dataclass(frozen=True)
class Finished:
    """How a command ended; `code` is negative if a signal ended it."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> dict[str, Any]:
        """Standard output, which must be one JSON object."""
        value: dict[str, Any] = json.loads(self.out)
        return value


class Job:
    """A command in the background. What it prints can be read at any time."""

    def __init__(
        self,
        argv: Sequence[str],
        *,
        environ: Mapping[str, str],
        cwd: Path,
        output: Path,
        terminal: bool = False,
        descriptors: Sequence[int] = (),
    ) -> None:
        """`output`: the path of its output files, without suffix. `terminal`: standard input and
        error are a pseudo-terminal that controls the session, as in a terminal's tab; otherwise the
        command inherits these `descriptors`."""
        self._out = output.with_suffix(".out")
        self._err = output.with_suffix(".err")
        self._master: int | None = None
        self._terminal_text = ""
        with self._out.open("wb") as out, self._err.open("wb") as err:
            if terminal:
                self._master, slave = os.openpty()
                os.set_blocking(self._master, False)
                # setsid(1) execs: the command itself leads the session
                self._process = subprocess.Popen(
                    ["setsid", "--ctty", *argv],
                    stdin=slave, stdout=out, stderr=slave, env=environ, cwd=cwd,
                )  # fmt: skip
                os.close(slave)
            else:
                self._process = subprocess.Popen(
                    argv, stdin=subprocess.DEVNULL, stdout=out, stderr=err, env=environ, cwd=cwd,
                    start_new_session=True, pass_fds=descriptors,
                )  # fmt: skip

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def running(self) -> bool:
        return self._process.poll() is None

    @property
    def out(self) -> str:
        return self._out.read_text(errors="replace")

    @property
    def err(self) -> str:
        """Standard error so far; with a terminal, all that was written to it."""
        if self._master is None:
            return self._err.read_text(errors="replace")
        with contextlib.suppress(BlockingIOError, OSError):  # EIO: the last writer has gone
            while piece := os.read(self._master, 4096):
                self._terminal_text += piece.decode(errors="replace")
        return self._terminal_text

    def type(self, text: str) -> None:
        """Types on the job's terminal: "\\x03" is Ctrl-C."""
        assert self._master is not None, "this job has no terminal"
        os.write(self._master, text.encode())

    def signal(self, number: int) -> None:
        self._process.send_signal(number)

    def kill(self) -> None:
        self._process.kill()
        self._process.wait(10)

    def wait(self, timeout: float = 30.0) -> Finished:
        try:
            code = self._process.wait(timeout)
        except subprocess.TimeoutExpired as error:
            said = f"out: {self.out!r}, err: {self.err!r}"
            raise StillWaiting(
                f"process {self.pid} still runs after {timeout:g} s; {said}"
            ) from error
        return Finished(code, self.out, self.err)

    def close(self) -> None:
        """Kills the command if it still runs, and closes the terminal."""
        if self.running:
            self.kill()
        if self._master is not None:
            os.close(self._master)
            self._master = None
