"""A daemon or keeper, held by a pidfd, so that no signal of ours reaches another process that gets
its pid later."""

import sys

assert sys.platform == "linux"

import json
import os
import select
import signal
from contextlib import suppress

from sayso.platforms.linux import native
from sayso.platforms.linux.proc import Proc, Unseen
from sayso.platforms.unix.signals import RESTARTING


class DaemonHandle:
    def __init__(self, pid: int, descriptor: int) -> None:
        """`descriptor`: a pidfd of the process; the handle closes it."""
        self.pid = pid
        self._descriptor = descriptor

    def close(self) -> None:
        os.close(self._descriptor)

    def ask_to_end(self, *, restart: bool) -> None:
        self._send(RESTARTING if restart else signal.SIGTERM)
        self.go_on()

    def go_on(self) -> None:
        self._send(signal.SIGCONT)

    def kill(self) -> None:
        self._send(signal.SIGKILL)

    def has_ended(self, within: float = 0.0) -> bool:
        poll = select.poll()
        poll.register(self._descriptor, select.POLLIN)
        return bool(poll.poll(within * 1000))

    def _send(self, number: int) -> None:
        with suppress(ProcessLookupError):
            signal.pidfd_send_signal(self._descriptor, number)


def keepers(path: str) -> list[DaemonHandle]:
    """The keepers of daemons at this socket path, found by their command lines, which daemons
    write: a keeper answers to nobody but its daemon."""
    found = (_keeper(int(name), path) for name in os.listdir("/proc") if name.isdigit())
    return [each for each in found if each]


def _keeper(pid: int, path: str) -> DaemonHandle | None:
    if not _is_keeper(pid, path):
        return None
    try:
        running = DaemonHandle(pid, native.open_pidfd(pid))
    except ProcessLookupError:
        return None
    if _is_keeper(pid, path):  # still a keeper, so the pidfd is that process's
        return running
    running.close()
    return None


def _is_keeper(pid: int, path: str) -> bool:
    try:
        with Proc(pid) as proc:
            if proc.uid() != os.geteuid():
                return False
            argv = proc.argv()
    except Unseen:
        return False
    match argv:
        case [*_, "-m", "sayso", "keeper", _, handover]:
            with suppress(ValueError):
                told = json.loads(handover)
                return isinstance(told, dict) and told.get("path") == path
    return False
