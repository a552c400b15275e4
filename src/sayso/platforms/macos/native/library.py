"""Calls functions of libSystem. This loads ctypes, so it is imported only where it is needed."""

import sys

assert sys.platform == "darwin"

import ctypes
import os
from functools import cache
from typing import Any

from sayso.platforms.macos.native.layouts import FUNCTIONS


@cache
def load() -> Any:
    """The libSystem of this process: every process of macOS has it."""
    return ctypes.CDLL(None, use_errno=True)


def function(name: str) -> Any:
    found = getattr(load(), name)
    found.restype, found.argtypes = FUNCTIONS[name]
    return found


def called(name: str, *arguments: Any, failed: int = -1) -> int:
    """Calls a function of libSystem. `failed`: its result when it has failed. Raises OSError, by
    errno."""
    ctypes.set_errno(0)
    result: int = function(name)(*arguments)
    if result == failed:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))
    return result
