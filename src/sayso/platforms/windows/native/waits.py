"""Waits for handles on the system's own threads: while no handle is signalled this costs
nothing."""

import sys

assert sys.platform == "win32"

import ctypes
from collections.abc import Callable
from ctypes import byref, c_void_p
from ctypes.wintypes import BOOL, HANDLE, ULONG

from sayso.platforms.windows.native.handles import INFINITE
from sayso.platforms.windows.native.library import Library

_WT_EXECUTEONLYONCE = 8
_WAIT_FOR_THOSE_THAT_RUN = -1
"""INVALID_HANDLE_VALUE: UnregisterWaitEx returns once no callback is running any more."""

_Callback = ctypes.WINFUNCTYPE(None, c_void_p, ctypes.c_ubyte)

_kernel = Library("kernel32")
_RegisterWait = _kernel.function(
    "RegisterWaitForSingleObject",
    BOOL, ctypes.POINTER(HANDLE), HANDLE, c_void_p, c_void_p, ULONG, ULONG,
)  # fmt: skip
_UnregisterWait = _kernel.function("UnregisterWaitEx", BOOL, HANDLE, HANDLE)
_TerminateProcess = _kernel.function("TerminateProcess", BOOL, HANDLE, ULONG)


class Wait:
    """Calls `signalled` once, on a thread of the system's, when `handle` is signalled."""

    def __init__(self, handle: int, signalled: Callable[[], object]) -> None:
        """`handle` has to stay open until `call_off`. Raises OSError."""
        self._callback = _Callback(lambda _context, _timed_out: signalled() and None)
        self._registered = HANDLE()
        address = ctypes.cast(self._callback, c_void_p)
        _RegisterWait(byref(self._registered), handle, address, None, INFINITE, _WT_EXECUTEONLYONCE)

    def call_off(self) -> None:
        """Ends the wait: nothing is called from now on, and `handle` may be closed."""
        _UnregisterWait(self._registered, _WAIT_FOR_THOSE_THAT_RUN)


def end_this_process_after(handle: int) -> None:
    """Ends this process as soon as `handle` is signalled, whatever the process does: no Python code
    has to run for that, so a process that hangs ends, too. It can't be called off. Raises
    OSError."""
    terminate = ctypes.cast(_TerminateProcess, c_void_p)
    registered, ourselves = HANDLE(), c_void_p(-1)
    # The callback of a wait gets two arguments, which TerminateProcess takes for its own: the
    # process, and the exit status. That is 0 here (WaitOrTimerCallback: the handle was signalled).
    _RegisterWait(byref(registered), handle, terminate, ourselves, INFINITE, _WT_EXECUTEONLYONCE)
