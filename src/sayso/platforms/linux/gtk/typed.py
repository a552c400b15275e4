"""What was typed into an entry, as bytes that can be wiped: no Python string is made of it.

GTK keeps the text of an entry as UTF-8 in a buffer that it overwrites when text is deleted, when
it grows and when it goes. It does not promise more: the X server, an input method, the clipboard
that text is pasted from and, while the text is shown, Pango's layouts have copies of their own,
and no memory of GTK is locked against being swapped out.
"""

import sys

assert sys.platform == "linux"

import ctypes
from functools import cache
from typing import Any

from sayso.core.secret import wipe


def read(buffer: Any) -> bytearray:
    """A copy of what a GtkEntryBuffer holds, for the caller to wipe."""
    data = bytearray(buffer.get_bytes())
    if data:
        target = (ctypes.c_char * len(data)).from_buffer(data)
        ctypes.memmove(target, _get_text()(_pointer(buffer)), len(data))
    return data


def same(one: Any, other: Any) -> bool:
    """Whether two buffers hold the same text."""
    first, second = read(one), read(other)
    equal = first == second
    wipe(first)
    wipe(second)
    return equal


@cache
def _get_text() -> Any:
    """gtk_entry_buffer_get_text, which PyGObject only offers as a function that makes a str."""
    function = ctypes.CDLL("libgtk-3.so.0").gtk_entry_buffer_get_text
    function.argtypes = [ctypes.c_void_p]
    function.restype = ctypes.c_void_p
    return function


def _pointer(instance: Any) -> int | None:
    """The address of the C object behind a GObject of Python's."""
    function = ctypes.pythonapi.PyCapsule_GetPointer
    function.argtypes = [ctypes.py_object, ctypes.c_char_p]
    function.restype = ctypes.c_void_p
    address: int | None = function(instance.__gpointer__, None)
    return address
