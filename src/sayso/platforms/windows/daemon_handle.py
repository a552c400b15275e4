"""A daemon or keeper, held by a handle of its process, so that no other is taken for it."""

import sys

assert sys.platform == "win32"

from collections.abc import Iterator
from contextlib import suppress

from sayso.platforms.windows.native import handles, kin, names
from sayso.platforms.windows.processes import ending_event

_RIGHTS = kin.TERMINATE | kin.SUSPEND_RESUME | kin.QUERY_LIMITED | kin.SYNCHRONIZE


class DaemonHandle:
    def __init__(self, pid: int, process: int) -> None:
        """`process`: the process's handle, which is ours from now on."""
        self.pid = pid
        self._process = process

    def close(self) -> None:
        handles.close(self._process)

    def ask_to_end(self, *, restart: bool) -> None:
        beginning = kin.times(self._process)[0]
        name = ending_event("restart" if restart else "stop", self.pid, beginning)
        if (event := names.open_event(name)) is not None:
            asked = handles.Event(event)
            asked.set()
            asked.close()
        self.go_on()

    def go_on(self) -> None:
        kin.resume(self._process)

    def kill(self) -> None:
        with suppress(PermissionError):  # it has ended
            kin.end(self._process)

    def has_ended(self, within: float = 0.0) -> bool:
        return handles.wait_for_any([self._process], within) is not None


def hold(pid: int) -> DaemonHandle | None:
    """The process with this pid; None: there is none. Raises OSError."""
    process = kin.open_process(pid, _RIGHTS)
    return None if process is None else DaemonHandle(pid, process)


def keepers(path: str) -> list[DaemonHandle]:
    """The keepers of daemons at this path. Each is found by an event whose name has path and pid,
    as nobody may read a keeper's command line."""
    return list(_keepers(path))


def _keepers(path: str) -> Iterator[DaemonHandle]:
    for pid in kin.all_pids():
        with suppress(OSError):  # another user's, or it ended just now
            if (event := names.open_event(keeper_event(path, pid))) is not None:
                handles.close(event)
                if held := hold(pid):
                    yield held


def keeper_event(path: str, pid: int) -> str:
    """The name of an event that a keeper holds open as long as it runs."""
    return names.of_session(f"sayso-keeper-{path.lower().rpartition(chr(92))[2]}-{pid}")
