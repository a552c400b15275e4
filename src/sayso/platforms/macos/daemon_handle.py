"""A handle on a process that is a daemon or keeper: see `held`."""

import sys

assert sys.platform == "darwin"

import json
import os
import signal
from contextlib import suppress

from sayso.platforms.macos import process_facts
from sayso.platforms.macos.held import Held
from sayso.platforms.macos.native import processes as native
from sayso.platforms.unix.signals import RESTARTING


class DaemonHandle:
    def __init__(self, held: Held) -> None:
        """Takes over `held`: `close` closes it."""
        self.pid = held.pid
        self._held = held

    def close(self) -> None:
        self._held.close()

    def ask_to_end(self, *, restart: bool) -> None:
        self._held.send(RESTARTING if restart else signal.SIGTERM)
        self.go_on()

    def go_on(self) -> None:
        self._held.send(signal.SIGCONT)

    def kill(self) -> None:
        self._held.send(signal.SIGKILL)

    def has_ended(self, within: float = 0.0) -> bool:
        return self._held.has_ended(within)


def keepers(path: str) -> list[DaemonHandle]:
    """Handles on the keepers of daemons whose socket is at `path`. They are found by their command
    lines, which daemons write, as a keeper talks to nobody but its daemon. Raises OSError."""
    found = (_keeper(pid, path) for pid in native.pids_of(os.geteuid()))
    return [each for each in found if each]


def _keeper(pid: int, path: str) -> DaemonHandle | None:
    if not _is_keeper(pid, path):
        return None
    try:
        held = Held(pid)
    except ProcessLookupError:
        return None
    if _is_keeper(pid, path) and not held.has_ended():  # still: it is that process
        return DaemonHandle(held)
    held.close()
    return None


def _is_keeper(pid: int, path: str) -> bool:
    """Whether the process is a keeper for the socket at `path`. False for another user's process,
    whose command line can't be read."""
    match process_facts.argv(pid):
        case [*_, "-m", "sayso", "keeper", _, handover]:
            with suppress(ValueError):
                told = json.loads(handover)
                return isinstance(told, dict) and told.get("path") == path
    return False
