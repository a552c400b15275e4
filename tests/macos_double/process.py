"""Prepares the process to be as a program on a Mac would find it."""

import ctypes
import os
import sys
from ctypes import c_char_p, c_int, c_void_p
from pathlib import Path

from macos_double import faults, runtime
from macos_double.values import pointer_to

DEFAULTS = {"GSSuppressAppIcon": True}
"""Defaults for GNUstep: it shows no window except the program's own."""

_given: list[object] = []


def begin() -> None:
    """From now on, an exception ends the process, no argument is taken for a document to open, and
    there is an autorelease pool, as PyObjC makes one."""
    faults.watch()
    _say_arguments()
    runtime.message(runtime.class_named("NSAutoreleasePool"), "new")
    defaults = runtime.message(runtime.class_named("NSUserDefaults"), "standardUserDefaults")
    runtime.message(defaults, "registerDefaults:", None, (c_void_p, pointer_to(DEFAULTS)))


def _say_arguments() -> None:
    name = (
        f"{Path(sys.executable).name}-{os.getpid()}"  # only one program of a name offers services
    )
    arguments = (c_char_p * 2)(name.encode(), None)
    variables = [f"{name}={value}".encode() for name, value in os.environ.items()]
    environment = (c_char_p * (len(variables) + 1))(*variables, None)
    _given.extend((arguments, environment))
    runtime.message(
        runtime.class_named("NSProcessInfo"),
        "initializeWithArguments:count:environment:",
        None,
        (c_void_p, ctypes.cast(arguments, c_void_p)),
        (c_int, 1),
        (c_void_p, ctypes.cast(environment, c_void_p)),
    )
