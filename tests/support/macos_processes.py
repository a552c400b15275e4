"""Processes as ps(1) of macOS reports them."""

import contextlib
import os
import signal
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass

_FIELDS = "pid=,ppid=,stat=,command="


@dataclass(frozen=True)
class Seen:
    """A process, as it was at one moment."""

    pid: int
    parent: int
    command: str

    def __str__(self) -> str:
        return f"{self.pid} {self.command}"


def alive() -> Iterator[Seen]:
    """Every process that runs; zombies are left out."""
    return _told("-ax")


def look(pid: int) -> Seen | None:
    """A process now; None: it has exited or is a zombie."""
    return next(_told("-p", str(pid)), None)


def kill(pid: int) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)


def _told(*which: str) -> Iterator[Seen]:
    command = ["/bin/ps", *which, "-ww", "-o", _FIELDS]
    done = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False)
    for line in done.stdout.splitlines():
        pid, parent, state, command_line = line.split(None, 3)
        if "Z" not in state:
            yield Seen(int(pid), int(parent), command_line)
