"""The address of the C object behind a Python GObject, for C functions that PyGObject does not
offer."""

import sys

assert sys.platform == "linux"

import ctypes
from typing import Any


def address(instance: Any) -> int | None:
    function = ctypes.pythonapi.PyCapsule_GetPointer
    function.argtypes = [ctypes.py_object, ctypes.c_char_p]
    function.restype = ctypes.c_void_p
    found: int | None = function(instance.__gpointer__, None)
    return found
