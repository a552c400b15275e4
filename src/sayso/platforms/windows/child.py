"""A process of ours that this one has started."""

import sys

assert sys.platform == "win32"

import weakref
from contextlib import suppress

from sayso.platforms.windows.native import handles, kin


class Child:
    """Implements `ProcessHandle`. No other process gets its pid as long as this object exists."""

    def __init__(self, process: int, pid: int) -> None:
        """`process`: the process's handle, which is ours from now on."""
        self.pid = pid
        self._process = process
        weakref.finalize(self, handles.close, process).atexit = False

    def kill(self) -> None:
        with suppress(OSError):  # it has ended
            kin.end(self._process)

    def wait(self) -> int:
        """Waits until the process has ended; its exit status."""
        handles.wait_for_any([self._process], None)
        return kin.exit_status(self._process)
