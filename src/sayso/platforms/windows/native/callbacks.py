"""Functions of ours that the system calls. ctypes would only print an exception that one of them
raises."""

import sys

assert sys.platform == "win32"

import ctypes
import os
from collections.abc import Callable
from ctypes.wintypes import HWND, LPARAM, UINT, WPARAM
from typing import Any

LRESULT = ctypes.c_ssize_t

Procedure = Callable[[int, int, int, int], int]
"""Takes a window, a message and its two parameters (wParam, lParam); returns the LRESULT."""

_WindowProcedure = ctypes.WINFUNCTYPE(LRESULT, HWND, UINT, WPARAM, LPARAM)


def window_procedure(procedure: Procedure) -> Any:
    """`procedure` as the system takes it (WNDPROC); to be kept for as long as the system may call
    it. An exception that `procedure` raises is reported as any other is, and ends this process: a
    window that works only in part must not stay."""

    def guarded(window: int, message: int, wparam: int, lparam: int) -> int:
        try:
            return procedure(window or 0, message, wparam, lparam)
        except BaseException:  # noqa: BLE001 - whatever it is, it must not be lost
            fail()
        return 0

    return _WindowProcedure(guarded)


def fail() -> None:
    """Reports the exception that is being handled, and ends this process with status 1."""
    sys.excepthook(*sys.exc_info())
    sys.stderr.flush()
    os._exit(1)
