"""Ends the process with a traceback when anything goes wrong: on a Mac an exception in a callback
may be logged and forgotten, and a test would not notice."""

import os
import sys
import traceback
from ctypes import CFUNCTYPE, c_void_p
from typing import NoReturn

from macos_double import runtime
from macos_double.values import python_value

FAILED = 1
"""The exit status."""


def end() -> NoReturn:
    """Ends the process because of the exception that is being handled."""
    traceback.print_exc()
    _exit()


def _raised(pointer: int, _selector: int) -> None:
    """Ends the process where Objective-C raises an exception: it can't pass through Python's
    frames."""
    name, reason = (
        python_value(told) if (told := runtime.message(pointer, part)) else None
        for part in ("name", "reason")
    )
    traceback.print_stack()
    print(f"GNUstep raised {name}: {reason}", file=sys.stderr)
    _exit()


def _exit() -> NoReturn:
    for stream in (sys.stdout, sys.stderr):
        stream.flush()
    os._exit(FAILED)


def watch() -> None:
    """From now on, an exception of Objective-C ends the process."""
    hook = CFUNCTYPE(None, c_void_p, c_void_p)(_raised)
    runtime.replace_method(runtime.class_named("NSException"), "raise", hook)
