"""Threads that wait in calls of the system, and are called back from there."""

import sys

assert sys.platform == "win32"

import threading
from collections.abc import Callable
from ctypes.wintypes import BOOL, DWORD, HANDLE

from sayso.platforms.windows.native import handles
from sayso.platforms.windows.native.library import Library

_TERMINATE = 0x0001
"""THREAD_TERMINATE, which CancelSynchronousIo asks for."""
_BETWEEN = 0.05
"""Seconds after which it is called back again: it may have been between two calls."""

_kernel = Library("kernel32")
_OpenThread = _kernel.function("OpenThread", HANDLE, DWORD, BOOL, DWORD)
_Cancel = _kernel.function("CancelSynchronousIo", BOOL, HANDLE, failed=None)


class Thread:
    """Begins at once."""

    def __init__(self, work: Callable[[], None]) -> None:
        self._thread = threading.Thread(target=work, daemon=True)
        self._thread.start()

    def join(self, seconds: float) -> None:
        """Waits for its end. After so long what it reads or writes fails, and it is to end by
        that."""
        self._thread.join(seconds)
        while self._thread.is_alive():
            thread = _OpenThread(_TERMINATE, False, self._thread.native_id)
            try:
                _Cancel(thread)
            finally:
                handles.close(thread)
            self._thread.join(_BETWEEN)
