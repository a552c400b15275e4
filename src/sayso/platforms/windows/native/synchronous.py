"""Threads that wait in calls of the system, which can be cancelled."""

import sys

assert sys.platform == "win32"

import threading
from collections.abc import Callable
from ctypes.wintypes import BOOL, DWORD, HANDLE

from sayso.platforms.windows.native import handles
from sayso.platforms.windows.native.library import Library

_TERMINATE = 0x0001
"""THREAD_TERMINATE, the right that CancelSynchronousIo needs."""
_BETWEEN = 0.05
"""Seconds after which the thread's call is cancelled again: it may have been between two calls."""

_kernel = Library("kernel32")
_OpenThread = _kernel.function("OpenThread", HANDLE, DWORD, BOOL, DWORD)
_Cancel = _kernel.function("CancelSynchronousIo", BOOL, HANDLE, failed=None)


class Thread:
    """A thread that does `work`; it begins at once."""

    def __init__(self, work: Callable[[], None]) -> None:
        self._thread = threading.Thread(target=work, daemon=True)
        self._thread.start()

    def join(self, seconds: float) -> None:
        """Waits for the thread's end. After `seconds` each read or write of the thread is made to
        fail, which has to end `work`."""
        self._thread.join(seconds)
        while self._thread.is_alive():
            thread = _OpenThread(_TERMINATE, False, self._thread.native_id)
            try:
                _Cancel(thread)
            finally:
                handles.close(thread)
            self._thread.join(_BETWEEN)
