"""Calls of libSystem. This loads ctypes, so whoever needs it loads it when it is needed."""

import sys

assert sys.platform == "darwin"

import ctypes
import os
from functools import cache
from typing import Any

from sayso.platforms.macos.native.layouts import FUNCTIONS


@cache
def load() -> Any:
    """libSystem, which every process of macOS has."""
    return ctypes.CDLL(None, use_errno=True)


def function(name: str) -> Any:
    found = getattr(load(), name)
    found.restype, found.argtypes = FUNCTIONS[name]
    return found


def called(name: str, *arguments: Any, failed: int = -1) -> int:
    """`failed`: what it returns when it has failed. Raises OSError, by errno."""
    ctypes.set_errno(0)
    result: int = function(name)(*arguments)
    if result == failed:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))
    return result
