"""Declares functions of the system's libraries, with their types, and with a check for failure."""

import sys

assert sys.platform == "win32"

import ctypes
from collections.abc import Callable
from typing import Any

_INVALID = ctypes.c_void_p(-1).value
"""INVALID_HANDLE_VALUE: what the functions that open a file return when they fail."""

Check = Callable[[Any], bool]
"""Takes what a function returned; returns whether that means a failure."""


def is_false(result: Any) -> bool:
    return not result


def is_no_handle(result: Any) -> bool:
    return result in (None, _INVALID)


class Library:
    """One of the system's libraries, by the name of its file."""

    def __init__(self, name: str) -> None:
        self._library = ctypes.WinDLL(name, use_last_error=True)

    def function(self, name: str, result: Any, *types: Any, failed: Check | None = is_false) -> Any:
        """The function of this name, which raises OSError (GetLastError) where `failed` holds for
        what it returned. `failed` None: it does not fail, or its caller checks."""
        function = getattr(self._library, name)
        function.restype, function.argtypes = result, types
        if failed is not None:
            function.errcheck = _raising(name, failed)
        return function


def _raising(name: str, failed: Check) -> Callable[[Any, Any, Any], Any]:
    def check(result: Any, _function: Any, _arguments: Any) -> Any:
        if failed(result):
            error = ctypes.WinError(ctypes.get_last_error())
            error.add_note(f"by {name}")
            raise error
        return result

    return check
